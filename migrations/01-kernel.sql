-- The migrator creates two roles before this file runs: akada_app, with which the server connects and which owns nothing,
-- and akada_gate, which owns the few functions that bypass row-level security.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;

grant usage on schema public to akada_app;
grant usage, create on schema public to akada_gate;

-- Functions stand beside the table that they serve, also those that read tables below and in later files.
set local check_function_bodies = off;

/* Text as people search and sort it: lower case, without accents or tone marks. */
create function akada_searchable(value text) returns text
language sql immutable parallel safe strict
return lower(regexp_replace(normalize(value, NFD), U&'[\0300-\036F\0027\2019`]', '', 'g'));
grant execute on function akada_searchable(text) to akada_app;
grant execute on function akada_searchable(text) to akada_gate;

/*
 * The institutions that this transaction works for. Fails if none was entered, so a forgotten check reveals nothing.
 */
create function akada_institutions() returns int[]
language sql stable parallel safe
return current_setting('akada.institutions')::int[];
grant execute on function akada_institutions() to akada_app;
grant execute on function akada_institutions() to akada_gate;

/*
 * Makes a table one of an institution: row-level security, the policies, the rights of the server. Called in the
 * migration that creates the table, after its constraints. It refuses a table that could not be distributed by
 * institution: docs/decisions/0026.
 */
create function akada_institution_table(target regclass, rights text default 'select, insert, update, delete')
returns void language plpgsql
as $$
declare
  institution smallint := (select attnum from pg_attribute where attrelid = target and attname = 'institution_id' and attnotnull);
  wrong text;
begin
  if institution is null then
    raise exception '% needs a column "institution_id int not null"', target;
  end if;
  select string_agg(conname, ', ') into wrong from pg_constraint
  where conrelid = target and contype in ('p', 'u', 'x') and conkey[1] <> institution;
  if wrong is not null or not exists (select from pg_constraint where conrelid = target and contype = 'p') then
    raise exception '% needs a primary key, and each of its keys begins with institution_id: %', target, coalesce(wrong, 'there is no primary key');
  end if;
  select string_agg(c.relname, ', ') into wrong from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = target and i.indisunique and i.indkey[0] <> institution;
  if wrong is not null then
    raise exception 'Each unique index of % begins with institution_id: %', target, wrong;
  end if;
  select string_agg(conname, ', ') into wrong from pg_constraint
  where conrelid = target and contype = 'f' and confupdtype = 'c';
  if wrong is not null then
    raise exception '% refers to what may be renamed ("on update cascade"): %. Refer to its id', target, wrong;
  end if;

  execute format('alter table %s enable row level security, force row level security', target);
  execute format('drop policy if exists tenant on %s', target);
  execute format('create policy tenant on %s to akada_app
    using (institution_id = any ((select akada_institutions())::int[]))
    with check (institution_id = any ((select akada_institutions())::int[]))', target);
  execute format('drop policy if exists gate on %s', target);
  execute format('create policy gate on %s to akada_gate using (true) with check (true)', target);
  execute format('grant %s on %s to akada_app', rights, target);
end $$;
revoke all on function akada_institution_table(regclass, text) from public;

/*
 * A closed session is read-only (decision 0081). Every table with rows of a session calls akada_session_table with the
 * way to the session: column, table, column, table … session_id. A statement of the application that writes such a row
 * fails with AK003 and the session's name, unless `akada.despite_closed` says why it may. Owners of the database are
 * free, as with row-level security: upgrades and restored backups write closed sessions too.
 */
create function akada_session_table(target regclass, path text[], events text[] default '{insert,update,delete}') returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  guard text := 'akada_' || target || '_of_open_session';
  joins text := '';
  at text := 'n';
  via text := 'key';
  find text;
  event text;
begin
  for i in 1 .. cardinality(path) / 2 loop
    joins := joins || format(' join %I j%s on (j%s.institution_id, j%s.id) = (%s.institution_id, %s.%I)', path[2 * i], i, i, i, at, at, via);
    at := 'j' || i;
    via := path[2 * i + 1];
  end loop;
  find := format('select y.name into closed from (select distinct institution_id, %I as key from %%s) n%s
    join academic_sessions y on (y.institution_id, y.id) = (%s.institution_id, %s.%I) where y.closed_at is not null limit 1;',
    path[1], joins, at, at, via);
  execute format('create function %I() returns trigger language plpgsql set search_path = public, pg_temp as $guard$
    declare closed text;
    begin
      if tg_op <> ''INSERT'' then %s end if;
      if closed is null and tg_op <> ''DELETE'' then %s end if;
      if closed is not null then raise exception using errcode = ''AK003'', message = closed; end if;
      return null;
    end $guard$', guard, format(find, 'gone'), format(find, 'written'));
  foreach event in array events loop
    execute format('create trigger open_session_%s after %s on %s referencing %s for each statement
      when (row_security_active(%L::regclass) and coalesce(current_setting(''akada.despite_closed'', true), '''') = '''')
      execute function %I(%s)', event, event, target,
      case event when 'insert' then 'new table as written' when 'delete' then 'old table as gone'
        else 'old table as gone new table as written' end,
      target, guard, (select string_agg(quote_literal(step), ',') from unnest(path) step));
  end loop;
end $$;
revoke all on function akada_session_table(regclass, text[], text[]) from public;

/* The words of a narration: 'SMS ALERT-0926' and 'sms alert 1026' are the same. */
create function akada_plain_words(value text) returns text language sql stable parallel safe
as $$ select trim(regexp_replace(akada_searchable(value), '[^a-z]+', ' ', 'g')) $$;

/* The domain that an e-mail address belongs to, without subdomains; null where anybody can open a mailbox. */
create function akada_own_mail_domain(email text) returns text
language sql immutable parallel safe
as $$
  select domain from (select substring(lower(split_part(email, '@', 2))
      from '([^.]+\.((com|co|net|org|edu|ac|gov|mil|sch|name|or|ne|go)\.[a-z]{2}|[^.]+))$') as domain) d
  where domain <> all (array['gmail.com', 'googlemail.com', 'yahoo.com', 'yahoo.co.uk', 'yahoo.fr', 'ymail.com',
    'rocketmail.com', 'outlook.com', 'hotmail.com', 'hotmail.co.uk', 'live.com', 'live.co.uk', 'msn.com', 'icloud.com',
    'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'zoho.com', 'zohomail.com', 'gmx.com', 'gmx.net',
    'mail.com', 'yandex.com', 'fastmail.com'])
$$;

/*
 * Statistics of the tables that the current transaction has filled. The planner takes rows that nobody has counted for
 * one, and compares all with all; autovacuum counts them only after the end, which is too late for whoever reads while
 * filling.
 */
create function akada_count_new_rows() returns void
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare filled regclass;
begin
  for filled in
    select s.relid::regclass from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_tup_ins >= 50 and s.n_tup_ins > 1.5 * greatest(c.reltuples, 0)
  loop
    execute format('analyze %s', filled);
  end loop;
end $$;

-- Institutions and accounts ------------------------------------------------------------------------------------------

/* The schools of the installation: the group's tenants. */
create table institutions (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 2 and 200),
  short_name text not null check (length(short_name) between 1 and 40),
  kind text not null default 'secondary'
    check (kind in ('nursery', 'primary', 'secondary', 'college', 'polytechnic', 'university', 'other')),
  motto text,
  address text,
  city text,
  country_id text,
  state_id text,
  phone text,
  email text,
  accent text not null default '#2B3A8F' check (accent ~ '^#[0-9A-Fa-f]{6}$'),
  logo_file_id bigint,
  currency text not null default 'NGN' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'Africa/Lagos',
  admission_number_pattern text not null default '{year}/{seq:4}',
  terminology jsonb not null default '{}',
  require_second_factor boolean not null default false,
  created_at timestamptz not null default now(),
  -- Employee numbers are made like admission numbers.
  employee_number_pattern text not null default 'E{seq:4}',
  -- What an upgrade brought and an owner has not confirmed yet. Cached actors follow, as they follow any change of
  -- their institution.
  to_confirm text[] not null default '{}',
  established_year int check (established_year between 1800 and 2200)
);
alter table institutions enable row level security, force row level security;
create policy tenant on institutions to akada_app
  using (id = any ((select akada_institutions())::int[]))
  with check (id = any ((select akada_institutions())::int[]));
create policy gate on institutions to akada_gate using (true) with check (true);
grant select, update on institutions to akada_app;
grant select, insert on institutions to akada_gate;

/*
 * Adds an institution. Its id is not among the caller's yet, so this runs as akada_gate. Only a group administrator or
 * the first run calls it.
 */
create function akada_found_institution(name text, short_name text, kind text) returns int
language sql volatile security definer set search_path = public, pg_temp
as $$ insert into institutions (name, short_name, kind) values ($1, $2, $3) returning id $$;
alter function akada_found_institution(text, text, text) owner to akada_gate;
revoke all on function akada_found_institution(text, text, text) from public;
grant execute on function akada_found_institution(text, text, text) to akada_app;

/* Opens the books of a new institution, with the accounts of orders and bank charges. */
create function akada_books_for_institution() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_open_books(new.id);
  perform akada_add_order_accounts(new.id);
  perform akada_add_bank_charges(new.id);
  return null;
end $$;
alter function akada_books_for_institution() owner to akada_gate;
revoke all on function akada_books_for_institution() from public;

/* Gives a new institution its fee categories. */
create function akada_fee_categories_for_institution() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_seed_fee_categories(new.id);
  return null;
end $$;
alter function akada_fee_categories_for_institution() owner to akada_gate;
revoke all on function akada_fee_categories_for_institution() from public;

/* Fills the lists of a new institution. */
create function akada_institution_founded() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_seed_lists(new.id);
  return null;
end $$;
alter function akada_institution_founded() owner to akada_gate;

/* The currency of an institution stays as it is once something is posted. */
create function akada_keep_currency() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entries where institution_id = new.id) then
    raise exception 'The books of institution % are in %', new.id, old.currency
      using errcode = 'unique_violation', constraint = 'institutions_currency_in_use';
  end if;
  return new;
end $$;

/*
 * Makes cached actors stale when a role, an institution or an academic session changes. Locks accounts in one order,
 * so that two such changes don't deadlock.
 */
create function akada_touch_accounts() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  institution int;
  ids bigint[];
begin
  if tg_table_name = 'roles' then
    ids := array(select account_id from memberships where institution_id = new.institution_id and role_id = new.id);
  else
    -- An institution or one of its academic sessions, which every page of its people shows.
    institution := case when tg_table_name = 'institutions' then (to_jsonb(new) ->> 'id')::int
      else (to_jsonb(coalesce(new, old)) ->> 'institution_id')::int end;
    ids := array(select id from accounts where is_group_administrator
      union select account_id from memberships where institution_id = institution);
  end if;
  perform akada_touch(ids);
  return null;
end $$;
alter function akada_touch_accounts() owner to akada_gate;

create trigger touch_accounts after insert or update on institutions for each row execute function akada_touch_accounts();
create trigger institution_founded after insert on institutions
  for each row execute function akada_institution_founded();
create trigger institution_opens_books after insert on institutions
  for each row execute function akada_books_for_institution();
create trigger keep_currency before update of currency on institutions
  for each row when (old.currency <> new.currency) execute function akada_keep_currency();
-- Triggers run in the order of their names: after the one that opens the books.
create trigger institution_opens_fees after insert on institutions
  for each row execute function akada_fee_categories_for_institution();

/* One sign-in for each person, across all institutions. */
create table accounts (
  id bigint generated always as identity primary key,
  username text not null unique check (username = lower(username) and username ~ '^[a-z0-9._@+-]{3,80}$'),
  name text not null check (length(name) between 1 and 200),
  email text check (email = lower(email)),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  is_group_administrator boolean not null default false,
  disabled_at timestamptz,
  -- Raised whenever what this account may do changes: the server's cached actors then no longer match.
  access_version int not null default 1,
  created_at timestamptz not null default now(),
  -- Whether tours show by themselves. It travels with the actor, so that a person without them costs no request.
  shows_tours boolean not null default true,
  -- The institution that made the account.
  home_institution_id int references institutions,
  -- On an account that is only invited: the account whose owner is asked whether the roles are for him.
  offered_to bigint references accounts,
  invited_by bigint references accounts,
  -- Whether its e-mail address and phone number sign in and identify it. What is typed into an invitation does not
  -- yet.
  signs_in_by_email boolean not null default true,
  signs_in_by_phone boolean not null default true
);
create unique index accounts_email_key on accounts (email) where signs_in_by_email;
create unique index accounts_phone_key on accounts (phone) where signs_in_by_phone;
create index on accounts (offered_to) where offered_to is not null;
grant select, insert, update on accounts to akada_app;
grant select, update (access_version) on accounts to akada_gate;

/* Raises the version of accounts, the smallest id first. */
create function akada_touch(ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform 1 from accounts where id = any (ids) order by id for no key update;
  update accounts set access_version = access_version + 1 where id = any (ids);
end $$;
alter function akada_touch(bigint[]) owner to akada_gate;
revoke all on function akada_touch(bigint[]) from public;

/* Whether the installation has neither institutions nor accounts, and so needs the first run. */
create function akada_is_empty() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select not exists (select from institutions) and not exists (select from accounts) $$;
alter function akada_is_empty() owner to akada_gate;
revoke all on function akada_is_empty() from public;
grant execute on function akada_is_empty() to akada_app;

/* Raises the version of an account when something changes that cached actors hold. */
create function akada_account_changed() returns trigger
language plpgsql
as $$
begin
  if (new.name, new.username, new.is_group_administrator, new.disabled_at, new.shows_tours)
     is distinct from (old.name, old.username, old.is_group_administrator, old.disabled_at, old.shows_tours) then
    new.access_version := old.access_version + 1;
  end if;
  return new;
end $$;

create trigger account_changed before update on accounts for each row execute function akada_account_changed();

/* Password and two-step verification of an account. */
create table credentials (
  account_id bigint primary key references accounts on delete cascade,
  password_hash text,
  password_changed_at timestamptz,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The last accepted 30-second step: a code works once.
  totp_last_step bigint
);
grant select, insert, update on credentials to akada_app;

/* Devices on which an account is signed in. The cookie holds the token; only its hash is stored. */
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text,
  device text,
  confirmed_at timestamptz not null default now(),
  -- Sessions from before cookies had the prefix __Host-: only these may still come under the plain name over TLS,
  -- once.
  has_plain_cookie boolean not null default false
);
create index on sessions (account_id) where ended_at is null;
grant select, insert, update, delete on sessions to akada_app;
grant select on sessions to akada_gate;

/* Idle sessions end after 12 hours. */
create function akada_session_alive(s sessions) returns boolean
language sql stable
return s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - interval '12 hours';

/*
 * First statement of every signed-in transaction: the session lives and the actor the server holds is up to date, or
 * the transaction is aborted (AK001 no session, AK002 stale actor) and what follows in the pipeline with it.
 */
create function akada_verify(token bytea, version int) returns void
language plpgsql stable
as $$
declare current_version int;
begin
  select a.access_version into current_version
  from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = token and akada_session_alive(s) and a.disabled_at is null;
  if current_version is null then raise exception 'no session' using errcode = 'AK001'; end if;
  if current_version <> version then raise exception 'stale actor' using errcode = 'AK002'; end if;
end $$;
revoke all on function akada_verify(bytea, int) from public;
grant execute on function akada_verify(bytea, int) to akada_app;

/* Closes the notification stream of an account at once when one of its sessions ends. */
create function akada_tell_ended() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('akada_inboxes', new.account_id::text);
  return null;
end $$;

create trigger tell_ended after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null) execute function akada_tell_ended();

/* Named sets of permissions of an institution. Seeded ones come with the institution and can be changed. */
create table roles (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  key text not null,
  name text not null check (length(name) between 1 and 80),
  permissions text[] not null default '{}',
  is_seeded boolean not null default false,
  primary key (institution_id, id),
  unique (institution_id, key),
  unique (institution_id, name)
);
select akada_institution_table('roles');
grant select, insert on roles to akada_gate;
create trigger touch_accounts after update on roles for each row execute function akada_touch_accounts();

/* Which role an account has in an institution, and as which employee, student or guardian. */
create table memberships (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  role_id bigint not null,
  employee_id bigint,
  student_id bigint,
  -- One account can have the same role for several children or posts.
  guardian_id bigint,
  -- Access to one institution is suspended without touching the account.
  suspended_at timestamptz,
  primary key (institution_id, id),
  constraint one_membership
    unique nulls not distinct (institution_id, account_id, role_id, employee_id, student_id, guardian_id),
  foreign key (institution_id, role_id) references roles
);
create index on memberships (account_id);
create index on memberships (institution_id, role_id);
create index on memberships (institution_id, employee_id) where employee_id is not null;
create index on memberships (institution_id, student_id) where student_id is not null;
create index on memberships (institution_id, guardian_id) where guardian_id is not null;
select akada_institution_table('memberships');
grant select on memberships to akada_gate;

/* All institutions that an account belongs to: in each of their logs its sign-ins are recorded. */
create function akada_institutions_of(account bigint) returns int[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(array_agg(i.id order by i.id), '{}') from institutions i
  where exists (select from memberships m where m.account_id = account and m.institution_id = i.id)
     or exists (select from accounts a where a.id = account and a.is_group_administrator)
$$;
alter function akada_institutions_of(bigint) owner to akada_gate;
revoke all on function akada_institutions_of(bigint) from public;
grant execute on function akada_institutions_of(bigint) to akada_app;

/*
 * The institution that manages an account: the one that made it, or after it has left there the only one that remains.
 */
create function akada_home_of(account bigint) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when a.home_institution_id = any (held.ids) then a.home_institution_id
    when cardinality(held.ids) = 1 then held.ids[1] end
  from accounts a cross join lateral (
    select coalesce(array_agg(distinct m.institution_id), '{}') as ids from memberships m where m.account_id = a.id) held
  where a.id = account
$$;
alter function akada_home_of(bigint) owner to akada_gate;
revoke all on function akada_home_of(bigint) from public;
grant execute on function akada_home_of(bigint) to akada_app;

/* Whether this account speaks for the whole installation: a group administrator, or where there is none, an owner. */
create function akada_speaks_for_all(account bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when exists (select from accounts where is_group_administrator and disabled_at is null)
    then exists (select from accounts where id = account and is_group_administrator and disabled_at is null)
    else exists (select from institutions) and not exists (
      select from institutions i where not exists (
        select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.institution_id = i.id and m.account_id = account and r.key = 'owner'))
  end
$$;
alter function akada_speaks_for_all(bigint) owner to akada_gate;
revoke all on function akada_speaks_for_all(bigint) from public;
grant execute on function akada_speaks_for_all(bigint) to akada_app;

/*
 * The institutions of an account that ask for two-step verification: what a sign-in needs to know in one round trip.
 */
create function akada_strict_institutions(account bigint) returns int[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(array_agg(id), '{}') from institutions
  where require_second_factor and id = any (akada_institutions_of(account))
$$;
alter function akada_strict_institutions(bigint) owner to akada_gate;
revoke all on function akada_strict_institutions(bigint) from public;
grant execute on function akada_strict_institutions(bigint) to akada_app;

/* The roles of an account in every institution, to decide who may manage it. */
create function akada_roles_of(account bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('institutionId', r.institution_id, 'key', r.key, 'permissions', r.permissions)), '[]')
  from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
  where m.account_id = account
$$;
alter function akada_roles_of(bigint) owner to akada_gate;
revoke all on function akada_roles_of(bigint) from public;
grant execute on function akada_roles_of(bigint) to akada_app;

/* The person behind a session with all memberships that are not suspended and all open offers, or null. */
create function akada_actor(token bytea) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'sessionId', s.id, 'accountId', a.id, 'name', a.name, 'username', a.username, 'version', a.access_version,
    'isGroupAdministrator', a.is_group_administrator, 'showsTours', a.shows_tours, 'lastSeenAt', s.last_seen_at,
    'offers', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'institution', o.institution, 'roles', o.roles) order by o.id)
      from (
        select o.id, i.name as institution,
          jsonb_agg(jsonb_build_object('name', r.name, 'key', r.key, 'permissions', r.permissions) order by m.id) as roles
        from accounts o join memberships m on m.account_id = o.id
        join institutions i on i.id = m.institution_id
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where o.offered_to = a.id and o.disabled_at is null and exists (
          select from one_time_tokens t
          where t.account_id = o.id and t.kind = 'invitation' and t.used_at is null and t.expires_at > now())
        group by o.id, i.name) o), '[]'),
    'institutions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id, 'name', i.name, 'shortName', i.short_name, 'accent', i.accent, 'logoFileId', i.logo_file_id,
        'currency', i.currency, 'timeZone', i.time_zone, 'terminology', i.terminology, 'countryId', coalesce(i.country_id, 'NG'),
        'toConfirm', i.to_confirm, 'uses', akada_uses(i.id),
        'sessions', coalesce((
          select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name, 'isCurrent', y.is_current) order by y.starts_on desc, y.id)
          from academic_sessions y where y.institution_id = i.id), '[]'),
        'memberships', coalesce((
          select jsonb_agg(jsonb_build_object('roleKey', r.key, 'roleName', r.name, 'permissions', r.permissions,
            'employeeId', m.employee_id, 'studentId', m.student_id, 'guardianId', m.guardian_id) order by m.id)
          from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
          where m.account_id = a.id and m.institution_id = i.id and m.suspended_at is null), '[]')) order by i.id)
      from institutions i
      where a.is_group_administrator or exists (
        select from memberships m where m.account_id = a.id and m.institution_id = i.id and m.suspended_at is null)), '[]'))
  from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = token and akada_session_alive(s) and a.disabled_at is null
$$;
alter function akada_actor(bytea) owner to akada_gate;
revoke all on function akada_actor(bytea) from public;
grant execute on function akada_actor(bytea) to akada_app;

/*
 * Whether an institution grades by averages and positions, by grade points, or by both: from its kind, and from what
 * it has set up. Pages leave out fields that say nothing there. A college may be a secondary school or a polytechnic.
 */
create function akada_uses(institution int) returns text[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select array(
    select 'registration' where exists (select from registration_periods p where p.institution_id = institution)
    union all
    select 'averages' from institutions i where i.id = institution and (i.kind not in ('polytechnic', 'university')
      or exists (select from assessment_schemes s where s.institution_id = i.id and s.system = 'average'))
    union all
    select 'gradePoints' from institutions i where i.id = institution and (i.kind not in ('nursery', 'primary', 'secondary')
      or exists (select from assessment_schemes s where s.institution_id = i.id and s.system = 'gpa')))
$$;
alter function akada_uses(int) owner to akada_gate;
revoke all on function akada_uses(int) from public;

/*
 * Makes cached actors stale when memberships change, all that one statement wrote at once: a row trigger knows nothing
 * of the other rows and would lock out of order.
 */
create function akada_touch_members() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform akada_touch(array(select distinct account_id from added));
  elsif tg_op = 'DELETE' then
    perform akada_touch(array(select distinct account_id from gone));
  else
    perform akada_touch(array(select account_id from added union select account_id from gone));
  end if;
  return null;
end $$;
alter function akada_touch_members() owner to akada_gate;

create trigger touch_accounts_added after insert on memberships
  referencing new table as added for each statement execute function akada_touch_members();
create trigger touch_accounts_changed after update on memberships
  referencing old table as gone new table as added for each statement execute function akada_touch_members();
create trigger touch_accounts_gone after delete on memberships
  referencing old table as gone for each statement execute function akada_touch_members();

-- Audit log ----------------------------------------------------------------------------------------------------------

/* The audit log: who did what to which record. Entries are only added, and akada_seal_log chains them by hashes. */
create table audit_entries (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  account_id bigint references accounts,
  person text not null,
  action text not null,
  subject_type text,
  subject_id bigint,
  summary text not null,
  details jsonb not null default '{}',
  request_id text,
  -- The account's name for signing in, as it was at the time: a person cannot give it to himself as he can his name.
  username text,
  -- Whom the entry tells of beside its subject: {"of": "student", "id": 12, "at": 5, "length": 8, "details":
  -- [["cleared"]]}, the place of the name in the summary, and the paths of the details that tell of that person.
  -- "whole": the place is unknown.
  mentions jsonb not null default '[]',
  -- Given by akada_seal_log, seconds after the commit: the place in the institution's chain, and the chain's hash
  -- there.
  seq bigint,
  hash bytea,
  -- Of person, username, summary, details and mentions, with a salt that goes when they are redacted.
  content_digest bytea,
  salt bytea,
  primary key (institution_id, id),
  unique (institution_id, seq)
);
create index on audit_entries (institution_id, subject_type, subject_id, id);
create index on audit_entries (institution_id, account_id, id);
create index on audit_entries (institution_id, at, id) where seq is null;
-- Few entries are about people's own family.
create index audit_entries_of_own_family on audit_entries (institution_id, id) where details ? 'ownFamily';
-- Entries of the log that hold digests of rows, or the head of a chain of seals: what verify-results compares with.
-- The sealed log vouches for them; nobody reads them on a page.
create index audit_entries_of_seals on audit_entries (institution_id, id) where details ? 'sealed';
select akada_institution_table('audit_entries', 'select');
grant insert (institution_id, account_id, person, action, subject_type, subject_id, summary, details, request_id,
  username, mentions) on audit_entries to akada_app;
grant select, update (person, summary, details, username, mentions, seq, hash, content_digest, salt) on
  audit_entries to akada_gate;

/* The part of an entry that can name people, which is redacted when they are erased. */
create function akada_entry_content(e audit_entries) returns bytea
language sql stable
return convert_to(jsonb_build_array(e.person, e.username, e.summary, e.details, e.mentions)::text, 'UTF8');

/* The part of an entry that the chain vouches for and that never changes. */
create function akada_entry_core(e audit_entries, seq bigint) returns bytea
language sql stable
return convert_to(jsonb_build_array(e.institution_id, seq, e.id, (extract(epoch from e.at) * 1000000)::bigint, e.account_id, e.action,
  e.subject_type, e.subject_id, e.request_id)::text, 'UTF8');

/*
 * Seals entries that were committed and are not sealed yet, some at a time, and returns how many. Writers do not wait
 * for it: it passes over rows that somebody holds, and of two that seal one institution the second leaves it to the
 * first.
 */
create function akada_seal_log(most int) returns int
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  institution int;
  e audit_entries;
  last_seq bigint;
  last_hash bytea;
  new_salt bytea;
  digest bytea;
  sealed int := 0;
begin
  for institution in select distinct institution_id from audit_entries where seq is null order by 1 loop
    continue when not pg_try_advisory_xact_lock(hashtext('akada.seal-log'), institution);
    -- Statements of their own: they see what the one before us committed.
    select a.seq, a.hash into last_seq, last_hash from audit_entries a
    where a.institution_id = institution and a.seq is not null order by a.seq desc limit 1;
    for e in select * from audit_entries a where a.institution_id = institution and a.seq is null
        order by a.at, a.id limit most - sealed for no key update skip locked loop
      last_seq := coalesce(last_seq, 0) + 1;
      new_salt := uuid_send(gen_random_uuid());
      digest := sha256(new_salt || akada_entry_content(e));
      last_hash := sha256(coalesce(last_hash, '') || digest || akada_entry_core(e, last_seq));
      update audit_entries a set seq = last_seq, hash = last_hash, content_digest = digest, salt = new_salt
      where a.institution_id = institution and a.id = e.id;
      sealed := sealed + 1;
    end loop;
    exit when sealed >= most;
  end loop;
  return sealed;
end $$;
alter function akada_seal_log(int) owner to akada_gate;
revoke all on function akada_seal_log(int) from public;
grant execute on function akada_seal_log(int) to akada_app;

/*
 * The details of an audit entry for the log: of restricted groups only which fields changed, as shownDetails says it.
 */
create function akada_told(details jsonb) returns jsonb
language sql immutable parallel safe
as $$
  select case when not details ? 'restricted' then details - 'sealed' else
    (details - array['restricted', 'sealed']) || jsonb_build_object('changes', coalesce(details -> 'changes', '{}') || (
      select coalesce(jsonb_object_agg(field.key, '{"from": "not shown", "to": "not shown"}'::jsonb), '{}')
      from jsonb_each(details -> 'restricted') as part, jsonb_each(part.value) as field)) end
$$;

/*
 * A sealed entry whose content was redacted, or sorted anew: what it holds now, by its digest. The entry that records
 * the redaction names it with the digest of all that belong to it, so that the chain vouches for these too.
 */
create table audit_redactions (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  redaction uuid not null,
  entry_id bigint not null,
  salt bytea,
  digest bytea not null,
  primary key (institution_id, id),
  foreign key (institution_id, entry_id) references audit_entries
);
create index on audit_redactions (institution_id, entry_id, id);
select akada_institution_table('audit_redactions', 'select');
grant select, insert, update on audit_redactions to akada_gate;

/*
 * For the details of the entry that records a redaction: its number, how many sealed entries it touched, and their
 * digest.
 */
create function akada_redaction(institution int, redaction uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp
return (select jsonb_build_object('redaction', $2, 'entries', count(*), 'digest', encode(sha256(convert_to(
    coalesce(string_agg(r.entry_id || ':' || encode(r.digest, 'hex'), ' ' order by r.entry_id), ''), 'UTF8')), 'hex'))
  from audit_redactions r where r.institution_id = $1 and r.redaction = $2);
alter function akada_redaction(int, uuid) owner to akada_gate;
revoke all on function akada_redaction(int, uuid) from public;

/* Puts other content into an entry; a sealed one keeps its place in the chain, and loses the salt of what it said. */
create function akada_redact_entry(e audit_entries, redaction uuid) returns void
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  new_salt bytea := uuid_send(gen_random_uuid());
begin
  update audit_entries a
  set person = e.person, username = e.username, summary = e.summary, details = e.details, mentions = e.mentions, salt = null
  where a.institution_id = e.institution_id and a.id = e.id;
  if e.seq is null then return; end if;
  update audit_redactions r set salt = null where r.institution_id = e.institution_id and r.entry_id = e.id and r.salt is not null;
  insert into audit_redactions (institution_id, redaction, entry_id, salt, digest)
  values (e.institution_id, $2, e.id, new_salt, sha256(new_salt || akada_entry_content(e)));
end $$;
alter function akada_redact_entry(audit_entries, uuid) owner to akada_gate;
revoke all on function akada_redact_entry(audit_entries, uuid) from public;

/* Whether a value of a student's next of kin is this person, by both names or by a telephone. */
create function akada_is_kin(value text, names jsonb, contacts text[]) returns boolean
language sql immutable
return value = any (contacts) or exists (
  select from jsonb_to_recordset(names) n (surname text, "firstName" text)
  where position(akada_searchable(n.surname) in akada_searchable(value)) > 0
    and position(akada_searchable(n."firstName") in akada_searchable(value)) > 0);

/* Fields of a change, {"field": {"from": …, "to": …}} or {"field": …}, without the next of kin that is this person. */
create function akada_without_kin(fields jsonb, names jsonb, contacts text[]) returns jsonb
language sql immutable
return (select coalesce(jsonb_object_agg(f.key, case
    when f.key not in ('nextOfKinName', 'nextOfKinPhone') then f.value
    when jsonb_typeof(f.value) = 'object' then (select jsonb_object_agg(v.key,
      case when akada_is_kin(v.value #>> '{}', names, contacts) then to_jsonb('erased'::text) else v.value end) from jsonb_each(f.value) v)
    when akada_is_kin(f.value #>> '{}', names, contacts) then to_jsonb('erased'::text)
    else f.value end), '{}') from jsonb_each(fields) f);

/*
 * Takes a person out of the log. What was done, when, by whom and to which record stays. Only entries that are linked
 * to the person lose words, and by these links: the person is their subject, or one of those they mention, or they are
 * about the person's sign-in, a message to the person, an uploaded file named for the person, or a child whose next of
 * kin the person was. No entry is searched for a name. `person` holds: subject_type, ids; accounts: sign-ins that are
 * no longer of this institution; erased: those of them that were erased everywhere; messages; imports; children;
 * names: [{"surname", "firstName"}]; contacts. Returns what the entry that records the erasure keeps of it.
 */
create function akada_erase_from_log(institution int, person jsonb) returns jsonb
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  kind text := person ->> 'subject_type';
  ids bigint[] := array(select jsonb_array_elements_text(person -> 'ids')::bigint);
  accounts bigint[] := array(select jsonb_array_elements_text(person -> 'accounts')::bigint);
  erased bigint[] := array(select jsonb_array_elements_text(person -> 'erased')::bigint);
  messages bigint[] := array(select jsonb_array_elements_text(person -> 'messages')::bigint);
  imports bigint[] := array(select jsonb_array_elements_text(person -> 'imports')::bigint);
  children bigint[] := array(select jsonb_array_elements_text(person -> 'children')::bigint);
  contacts text[] := array(select jsonb_array_elements_text(person -> 'contacts'));
  redaction uuid := gen_random_uuid();
  e audit_entries;
  was audit_entries;
  m jsonb;
  path jsonb;
  group_name text;
begin
  if not institution = any (akada_institutions()) then raise exception 'not an institution of the caller'; end if;
  for e in
    select * from audit_entries a where a.institution_id = $1 and (
      (a.subject_type = kind and a.subject_id = any (ids))
      or (a.subject_type = 'account' and a.subject_id = any (accounts))
      or a.account_id = any (erased)
      or (a.subject_type = 'message' and a.subject_id = any (messages))
      or (a.subject_type = 'import' and a.subject_id = any (imports))
      or (a.subject_type = 'student' and a.subject_id = any (children))
      or (a.mentions <> '[]' and exists (select from jsonb_array_elements(a.mentions) one
        where one ->> 'of' = kind and (one ->> 'id')::bigint = any (ids))))
    order by a.id for no key update
  loop
    was := e;
    if (e.subject_type = kind and e.subject_id = any (ids)) or (e.subject_type = 'account' and e.subject_id = any (accounts)) then
      e.summary := case e.subject_type when 'account' then 'changed a sign-in that has been erased since'
        else 'changed a record that has been erased since' end;
      -- What a redaction was is no word about anybody, and the chain rests on it.
      e.details := case when e.details ? 'redactions' then jsonb_build_object('redactions', e.details -> 'redactions') else '{}' end;
      e.mentions := '[]';
    elsif e.subject_type = 'message' and e.subject_id = any (messages) then
      e.summary := 'read a message that has been erased since';
      e.details := '{}';
    elsif e.subject_type = 'import' and e.subject_id = any (imports) then
      e.summary := 'worked on a file that has been erased since';
    end if;
    -- From the end of the sentence, so that the places before it hold.
    for m in select one from jsonb_array_elements(e.mentions) one
      where one ->> 'of' = kind and (one ->> 'id')::bigint = any (ids) order by (one ->> 'at')::int desc nulls first
    loop
      if m ? 'at' then
        e.summary := overlay(e.summary placing 'an erased person' from (m ->> 'at')::int + 1 for (m ->> 'length')::int);
      elsif m ? 'whole' then
        e.summary := 'changed a link with a person who has been erased since';
      end if;
      e.mentions := (select jsonb_agg(case
          when one = m then jsonb_build_object('of', one -> 'of', 'id', one -> 'id')
          when (one ->> 'at')::int > (m ->> 'at')::int
            then one || jsonb_build_object('at', (one ->> 'at')::int + 16 - (m ->> 'length')::int)
          else one end order by n) from jsonb_array_elements(e.mentions) with ordinality list (one, n));
      for path in select jsonb_array_elements(m -> 'details') loop
        e.details := e.details #- array(select jsonb_array_elements_text(path));
      end loop;
    end loop;
    if e.subject_type = 'student' and e.subject_id = any (children) then
      if jsonb_typeof(e.details -> 'changes') = 'object' then
        e.details := jsonb_set(e.details, '{changes}', akada_without_kin(e.details -> 'changes', person -> 'names', contacts));
      end if;
      if jsonb_typeof(e.details -> 'cleared') = 'object' then
        e.details := jsonb_set(e.details, '{cleared}', akada_without_kin(e.details -> 'cleared', person -> 'names', contacts));
      end if;
      for group_name in select jsonb_object_keys(e.details -> 'restricted') loop
        e.details := jsonb_set(e.details, array['restricted', group_name],
          akada_without_kin(e.details -> 'restricted' -> group_name, person -> 'names', contacts));
      end loop;
    end if;
    if e.account_id = any (erased) then
      e.person := 'An erased person';
      e.username := 'erased-' || e.account_id;
    end if;
    if e is distinct from was then perform akada_redact_entry(e, redaction); end if;
  end loop;
  update read_log r set person = 'An erased person' where r.institution_id = $1 and r.account_id = any (erased);
  return akada_redaction($1, redaction);
end $$;
alter function akada_erase_from_log(int, jsonb) owner to akada_gate;
revoke all on function akada_erase_from_log(int, jsonb) from public;
grant execute on function akada_erase_from_log(int, jsonb) to akada_app;

-- Files, numbers and notifications -----------------------------------------------------------------------------------

/* Uploaded and generated files. The content is in the data folder, under the name in stored_as. */
create table files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  purpose text not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  stored_as text not null unique,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
alter table files enable row level security, force row level security;
create policy tenant on files to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on files to akada_gate using (true) with check (true);
grant select, insert, update, delete on files to akada_app;
grant select, delete on files to akada_gate;
alter table institutions add foreign key (id, logo_file_id) references files;

/* The last number given of each series of an institution: admission numbers, receipts, invoices. */
create table counters (
  institution_id int not null references institutions,
  name text not null,
  value bigint not null default 0,
  primary key (institution_id, name)
);
select akada_institution_table('counters');

/* What a person is told in the product: the inbox behind the bell. */
create table notifications (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-zA-Z]*\.[a-zA-Z]+$'),
  title text not null check (length(title) between 1 and 160),
  body text check (length(body) between 1 and 400),
  -- What it is about, in the product.
  href text check (href ~ '^/([^/\\]|$)' and length(href) <= 500),
  -- What an undo finds it by: assignment:12.
  subject text check (length(subject) <= 100),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  dismissed_at timestamptz,
  primary key (institution_id, id),
  -- What was put away does not count as unread.
  check (dismissed_at is null or read_at is not null)
);
create index notifications_mine on notifications (account_id, id desc) where dismissed_at is null;
create index notifications_unread on notifications (account_id, id) where read_at is null;
create index notifications_subject on notifications (institution_id, subject) where subject is not null;
create index notifications_read on notifications (read_at) where read_at is not null;
select akada_institution_table('notifications');
grant select, insert, delete on notifications to akada_gate;

/* Tells those who decide for the whole installation: group administrators, or every owner where there is none. */
create function akada_notify_deciders(institution int, kind text, title text, body text, href text, except_account bigint) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into notifications (institution_id, account_id, kind, title, body, href)
  select $1, a.id, $2, $3, $4, $5 from accounts a
  where a.is_group_administrator and a.disabled_at is null and a.id is distinct from $6
  union all
  select owned.institution_id, a.id, $2, $3, $4, case when owned.institution_id = $1 then $5 end
  from accounts a cross join lateral (
    select m.institution_id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.account_id = a.id and r.key = 'owner' order by m.institution_id <> $1, m.institution_id limit 1) owned
  where a.disabled_at is null and a.id is distinct from $6
    and not exists (select from accounts where is_group_administrator and disabled_at is null)
$$;
alter function akada_notify_deciders(int, text, text, text, text, bigint) owner to akada_gate;
revoke all on function akada_notify_deciders(int, text, text, text, text, bigint) from public;
grant execute on function akada_notify_deciders(int, text, text, text, text, bigint) to akada_app;

/*
 * Tells those who keep the installation running, each once and in the first of their institutions: group
 * administrators and ICT administrators. Who has not read the last one of the kind is not told again within the day.
 */
create function akada_notify_keepers(kind text, title text, body text) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into notifications (institution_id, account_id, kind, title, body)
  select min(i.id), a.id, $1, $2, $3
  from accounts a join institutions i on a.is_group_administrator or exists (
    select from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.account_id = a.id and m.institution_id = i.id and r.key = 'ict_administrator')
  where a.disabled_at is null and not exists (
    select from notifications n where n.account_id = a.id and n.kind = $1 and n.read_at is null
      and n.created_at > now() - interval '20 hours')
  group by a.id
$$;
alter function akada_notify_keepers(text, text, text) owner to akada_gate;
revoke all on function akada_notify_keepers(text, text, text) from public;
grant execute on function akada_notify_keepers(text, text, text) to akada_app;

/*
 * Tells an account's owner, in one of his own institutions, that another one invites him. Does nothing without an
 * account.
 */
create function akada_tell_offer(account bigint, title text, body text) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into notifications (institution_id, account_id, kind, title, body, href)
  select min(i.id), a.id, 'accounts.offer', $2, $3, '/account'
  from accounts a join institutions i on a.is_group_administrator or exists (
    select from memberships m where m.account_id = a.id and m.institution_id = i.id)
  where a.id = account group by a.id;
  select akada_touch(array[account]);
$$;
alter function akada_tell_offer(bigint, text, text) owner to akada_gate;
revoke all on function akada_tell_offer(bigint, text, text) from public;
grant execute on function akada_tell_offer(bigint, text, text) to akada_app;

/* Removes what was read so many days ago, some at a time; returns how many. The nightly job enters no institution. */
create function akada_tidy_notifications(days int) returns int
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from notifications where (institution_id, id) in (
      select institution_id, id from notifications where read_at < now() - make_interval(days => $1) limit 5000)
    returning 1)
  select count(*)::int from gone
$$;
alter function akada_tidy_notifications(int) owner to akada_gate;
revoke all on function akada_tidy_notifications(int) from public;
grant execute on function akada_tidy_notifications(int) to akada_app;

/* Tells the processes whose inboxes have changed, and not what is in them. A payload has room for 8,000 bytes. */
create function akada_tell_inboxes() returns trigger
language plpgsql
as $$
declare ids bigint[];
begin
  select array_agg(distinct account_id) into ids from changed;
  for at in 0 .. coalesce(array_length(ids, 1), 0) / 300 loop
    if at * 300 < coalesce(array_length(ids, 1), 0) then
      perform pg_notify('akada_inboxes', array_to_string(ids[at * 300 + 1 : at * 300 + 300], ','));
    end if;
  end loop;
  return null;
end $$;

create trigger tell_inboxes_new after insert on notifications
  referencing new table as changed for each statement execute function akada_tell_inboxes();
create trigger tell_inboxes_changed after update on notifications
  referencing new table as changed for each statement execute function akada_tell_inboxes();
create trigger tell_inboxes_gone after delete on notifications
  referencing old table as changed for each statement execute function akada_tell_inboxes();

-- Installation and machines ------------------------------------------------------------------------------------------

/*
 * Where the installation is found from outside. Links in messages and on printed cards begin with it, never with what
 * a request's Host header says.
 */
create table installation (
  is_only boolean default true primary key check (is_only),
  public_url text check (public_url ~ '^https?://[^/?#@ ]+$'),
  -- Still opens for a day after a change, so that a typing error locks nobody out.
  previous_url text,
  changed_at timestamptz not null default now()
);
grant select, insert, update on installation to akada_app;
grant select on installation to akada_gate;

/* Failed attempts by key (username, address), to slow down guessing. */
create table throttles (
  key text primary key,
  failures int not null,
  first_at timestamptz not null,
  blocked_until timestamptz
);
grant select, insert, update, delete on throttles to akada_app;

/*
 * Forms that must act once: the key that came with one, and what it was answered, for 24 hours. Of the account that
 * sent it, like its sessions. The answer is sealed with the key itself, of which only a hash is here.
 */
create table idempotency_keys (
  account_id bigint not null references accounts on delete cascade,
  key_hash bytea not null check (length(key_hash) = 32),
  -- A MAC of route and body: the same key for something else is refused.
  request_mac bytea not null check (length(request_mac) = 32),
  -- Written by the transaction that acts; no other ever sees a row without it.
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (account_id, key_hash)
);
create index on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to akada_app;

/*
 * What other programs sign with: one secret for each kind of program and institution, sealed with the installation's
 * key.
 */
create table machine_secrets (
  institution_id int not null references institutions,
  machine text not null check (machine ~ '^[a-z][a-z-]{1,39}$'),
  sealed bytea not null,
  -- After a replacement the one before works a day longer.
  previous bytea,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, machine),
  check ((previous is null) = (previous_until is null))
);
select akada_institution_table('machine_secrets', 'select, insert, update');

/* Requests of other programs that were carried out, so that the same one sent again changes nothing. */
create table machine_receipts (
  institution_id int not null references institutions,
  machine text not null,
  body_hash bytea not null check (length(body_hash) = 32),
  received_at timestamptz not null default now(),
  primary key (institution_id, machine, body_hash)
);
create index on machine_receipts (received_at);
select akada_institution_table('machine_receipts', 'select, insert');
grant select, delete on machine_receipts to akada_gate;

/* Forgets requests that came so many days ago; returns how many. The job enters no institution. */
create function akada_tidy_machine_receipts(days int) returns int
language sql volatile security definer set search_path = public, pg_temp
as $$
  with gone as (delete from machine_receipts where received_at < now() - make_interval(days => $1) returning 1)
  select count(*)::int from gone
$$;
alter function akada_tidy_machine_receipts(int) owner to akada_gate;
revoke all on function akada_tidy_machine_receipts(int) from public;
grant execute on function akada_tidy_machine_receipts(int) to akada_app;
