-- Roles akada_app (the server, owns nothing) and akada_gate (owns the few doors through row-level security)
-- are made by the migrator before the first file runs.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to akada_app;
grant usage, create on schema public to akada_gate;

/* Text as people search and sort it: lower case, without accents or tone marks. */
create function akada_searchable(value text) returns text
language sql immutable parallel safe strict
return lower(regexp_replace(normalize(value, NFD), U&'[\0300-\036F\0027\2019`]', '', 'g'));

/* The institutions this transaction works for. Raises when nobody has entered: a forgotten door stays shut. */
create function akada_institutions() returns int[]
language sql stable parallel safe
return current_setting('akada.institutions')::int[];

-- Geography: the same for everybody ------------------------------------------------------------------------------

create table countries (
  id text primary key check (id ~ '^[A-Z]{2}$'),
  name text not null unique
);
create table states (
  id text primary key,
  country_id text not null references countries,
  name text not null,
  unique (country_id, name)
);
create table lgas (
  id text primary key,
  state_id text not null references states,
  name text not null,
  unique (state_id, name)
);

-- Accounts: one login a human, over all institutions -------------------------------------------------------------

create table accounts (
  id bigint generated always as identity primary key,
  username text not null unique check (username = lower(username) and username ~ '^[a-z0-9._@+-]{3,80}$'),
  name text not null check (length(name) between 1 and 200),
  email text unique check (email = lower(email)),
  phone text unique check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  is_group_administrator boolean not null default false,
  disabled_at timestamptz,
  -- Raised whenever what this account may do changes: the server's cached actors then no longer match.
  access_version int not null default 1,
  created_at timestamptz not null default now()
);

create table credentials (
  account_id bigint primary key references accounts on delete cascade,
  password_hash text,
  password_changed_at timestamptz,
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The last accepted 30-second step: a code works once.
  totp_last_step bigint
);

create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text,
  device text
);
create index on sessions (account_id) where ended_at is null;

/* Invitations, password resets, set-up and second steps: a secret that works once. */
create table one_time_tokens (
  token_hash bytea primary key,
  kind text not null check (kind in ('invitation', 'reset', 'setup', 'second_step')),
  account_id bigint references accounts on delete cascade,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on one_time_tokens (account_id, kind) where used_at is null;

create table throttles (
  key text primary key,
  failures int not null,
  first_at timestamptz not null,
  blocked_until timestamptz
);

-- Institutions ---------------------------------------------------------------------------------------------------

create table institutions (
  id int generated always as identity primary key,
  name text not null unique check (length(name) between 2 and 200),
  short_name text not null check (length(short_name) between 1 and 40),
  kind text not null default 'secondary' check (kind in ('nursery', 'primary', 'secondary', 'college', 'polytechnic', 'university', 'other')),
  motto text,
  address text,
  city text,
  country_id text references countries,
  state_id text references states,
  phone text,
  email text,
  accent text not null default '#2B3A8F' check (accent ~ '^#[0-9A-Fa-f]{6}$'),
  logo_file_id bigint,
  currency text not null default 'NGN' check (currency ~ '^[A-Z]{3}$'),
  time_zone text not null default 'Africa/Lagos',
  admission_number_pattern text not null default '{year}/{seq:4}',
  terminology jsonb not null default '{}',
  require_second_factor boolean not null default false,
  created_at timestamptz not null default now()
);

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

create table employees (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  employee_number text not null,
  title text,
  surname text not null check (length(surname) between 1 and 100),
  first_name text not null check (length(first_name) between 1 and 100),
  middle_name text,
  gender text check (gender in ('female', 'male')),
  email text,
  phone text,
  job_title text,
  department text,
  country_id text references countries,
  state_id text references states,
  employed_on date,
  left_on date,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  unique (institution_id, employee_number)
);

-- Academic structure ---------------------------------------------------------------------------------------------

create table academic_sessions (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  starts_on date not null,
  ends_on date not null,
  is_current boolean not null default false,
  closed_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, name),
  check (starts_on < ends_on),
  check (not (is_current and closed_at is not null))
);
create unique index one_current_session on academic_sessions (institution_id) where is_current;

create table terms (
  institution_id int not null,
  id bigint generated always as identity,
  session_id bigint not null,
  name text not null check (length(name) between 1 and 60),
  position int not null check (position between 1 and 12),
  starts_on date not null,
  ends_on date not null,
  is_current boolean not null default false,
  primary key (institution_id, id),
  unique (institution_id, session_id, name),
  unique (institution_id, session_id, position) deferrable initially deferred,
  foreign key (institution_id, session_id) references academic_sessions on delete cascade,
  check (starts_on < ends_on)
);
create unique index one_current_term on terms (institution_id) where is_current;

create table programs (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  code text not null check (length(code) between 1 and 20),
  name text not null check (length(name) between 1 and 120),
  requires_pin boolean not null default false,
  application_fee bigint not null default 0 check (application_fee >= 0),
  seats int check (seats > 0),
  minimum_age int check (minimum_age between 1 and 99),
  retired_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, code),
  unique (institution_id, name)
);

create table classes (
  institution_id int not null,
  id bigint generated always as identity,
  program_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  position int not null default 1,
  next_class_id bigint,
  primary key (institution_id, id),
  unique (institution_id, program_id, name),
  foreign key (institution_id, program_id) references programs,
  foreign key (institution_id, next_class_id) references classes,
  check (next_class_id <> id)
);

create table batches (
  institution_id int not null,
  id bigint generated always as identity,
  class_id bigint not null,
  session_id bigint not null,
  arm text not null default '' check (length(arm) <= 40),
  name text not null check (length(name) between 1 and 120),
  capacity int not null default 40 check (capacity between 1 and 5000),
  closed_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, class_id, session_id, arm),
  foreign key (institution_id, class_id) references classes,
  foreign key (institution_id, session_id) references academic_sessions
);
create index on batches (institution_id, session_id);

create table batch_teachers (
  institution_id int not null,
  batch_id bigint not null,
  employee_id bigint not null,
  primary key (institution_id, batch_id, employee_id),
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, employee_id) references employees
);
create index on batch_teachers (institution_id, employee_id);

create table courses (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  code text not null check (length(code) between 1 and 20),
  title text not null check (length(title) between 1 and 160),
  credit_units int not null default 1 check (credit_units between 0 and 60),
  elective_group text,
  no_exam boolean not null default false,
  retired_at timestamptz,
  primary key (institution_id, id),
  unique (institution_id, code)
);

create table course_offerings (
  institution_id int not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  course_id bigint not null,
  employee_id bigint,
  primary key (institution_id, id),
  unique (institution_id, batch_id, course_id),
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, course_id) references courses,
  foreign key (institution_id, employee_id) references employees
);
create index on course_offerings (institution_id, employee_id);
create index on course_offerings (institution_id, course_id);

-- Students -------------------------------------------------------------------------------------------------------

create table students (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  admission_number text not null check (length(admission_number) between 1 and 40),
  registration_number text check (length(registration_number) <= 40),
  surname text not null check (length(surname) between 1 and 100),
  first_name text not null check (length(first_name) between 1 and 100),
  middle_name text check (length(middle_name) <= 100),
  gender text check (gender in ('female', 'male')),
  birth_date date check (birth_date between '1900-01-01' and '2200-01-01'),
  status text not null default 'active'
    check (status in ('applicant', 'active', 'suspended', 'graduated', 'withdrawn', 'transferred', 'deceased')),
  batch_id bigint,
  admission_date date,
  country_id text references countries,
  state_id text references states,
  lga_id text references lgas,
  city text,
  community text,
  address text,
  phone text,
  email text,
  religion text,
  language text,
  blood_group text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  search_text text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || admission_number
      || coalesce(' ' || registration_number, '') || coalesce(' ' || phone, ''))) stored,
  primary key (institution_id, id),
  unique (institution_id, admission_number),
  foreign key (institution_id, batch_id) references batches
);
create index students_by_name on students (institution_id, sort_name, id);
create index students_by_batch on students (institution_id, batch_id, sort_name, id);
create index students_unassigned on students (institution_id, sort_name, id) where batch_id is null;
create index students_by_admission_date on students (institution_id, (coalesce(admission_date, '0001-01-01'::date)), id);
create index students_by_birth on students (institution_id, birth_date);
create index students_search on students using gin (institution_id, search_text gin_trgm_ops) with (fastupdate = off);

create table batch_assignments (
  institution_id int not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  account_id bigint references accounts,
  student_count int not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, batch_id) references batches
);

create table enrolments (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  batch_id bigint not null,
  session_id bigint not null,
  from_date date not null,
  to_date date check (to_date >= from_date),
  outcome text check (outcome in ('moved', 'promoted', 'repeated', 'graduated', 'withdrawn', 'transferred', 'deceased')),
  -- The assignment that opened it and the one that closed it: what an undo takes back.
  assignment_id bigint,
  closed_by_assignment_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, assignment_id) references batch_assignments,
  foreign key (institution_id, closed_by_assignment_id) references batch_assignments
);
create unique index one_open_enrolment on enrolments (institution_id, student_id) where to_date is null;
create index on enrolments (institution_id, student_id, from_date);
create index on enrolments (institution_id, batch_id);
create index on enrolments (institution_id, session_id, student_id);
create index on enrolments (institution_id, assignment_id) where assignment_id is not null;
create index on enrolments (institution_id, closed_by_assignment_id) where closed_by_assignment_id is not null;

-- Memberships: who is what, where --------------------------------------------------------------------------------

create table memberships (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  account_id bigint not null references accounts on delete cascade,
  role_id bigint not null,
  employee_id bigint,
  student_id bigint,
  primary key (institution_id, id),
  unique (institution_id, account_id, role_id),
  foreign key (institution_id, role_id) references roles,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, student_id) references students
);
create index on memberships (account_id);
create index on memberships (institution_id, role_id);

-- Kernel tables --------------------------------------------------------------------------------------------------

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
  primary key (institution_id, id)
);
create index on audit_entries (institution_id, subject_type, subject_id, id);
create index on audit_entries (institution_id, account_id, id);

create table counters (
  institution_id int not null references institutions,
  name text not null,
  value bigint not null default 0,
  primary key (institution_id, name)
);

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
alter table institutions add foreign key (id, logo_file_id) references files (institution_id, id);

/* Messages that leave the house; without a gateway they wait here to be read. */
create table outbox (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (institution_id, id)
);

create table imports (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  kind text not null default 'students' check (kind in ('students')),
  file_id bigint not null,
  account_id bigint references accounts,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled')),
  format jsonb not null default '{}',
  mapping jsonb not null default '{}',
  options jsonb not null default '{}',
  mode text check (mode in ('all', 'good')),
  row_count int not null default 0,
  checked_count int not null default 0,
  good_count int not null default 0,
  bad_count int not null default 0,
  -- Rows behind this mark are done; a restarted job goes on from here.
  done_count int not null default 0,
  imported_count int not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, file_id) references files
);

create table import_problems (
  institution_id int not null,
  import_id bigint not null,
  id bigint generated always as identity,
  row_number int not null,
  column_name text,
  value text,
  message text not null,
  primary key (institution_id, id),
  foreign key (institution_id, import_id) references imports on delete cascade
);
create index on import_problems (institution_id, import_id, row_number, id);

-- Row-level security: every tenant table, the same two sentences -------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array['roles', 'employees', 'academic_sessions', 'terms', 'programs', 'classes', 'batches',
    'batch_teachers', 'courses', 'course_offerings', 'students', 'batch_assignments', 'enrolments', 'memberships',
    'audit_entries', 'counters', 'files', 'outbox', 'imports', 'import_problems'] loop
    execute format('alter table %I enable row level security, force row level security', t);
    execute format('create policy tenant on %I to akada_app using (institution_id = any ((select akada_institutions())::int[])) with check (institution_id = any ((select akada_institutions())::int[]))', t);
    execute format('create policy gate on %I to akada_gate using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to akada_app', t);
  end loop;
end $$;

alter table institutions enable row level security, force row level security;
create policy tenant on institutions to akada_app
  using (id = any ((select akada_institutions())::int[])) with check (id = any ((select akada_institutions())::int[]));
create policy gate on institutions to akada_gate using (true) with check (true);
grant select, update on institutions to akada_app;

grant select on countries, states, lgas to akada_app;
grant select, insert, update on accounts, credentials, sessions, one_time_tokens to akada_app;
grant select, insert, update, delete on recovery_codes, throttles to akada_app;
grant delete on sessions, one_time_tokens to akada_app;
-- What happened stays written.
revoke update, delete on audit_entries from akada_app;
revoke delete on students, enrolments, batch_assignments, outbox from akada_app;
grant delete on enrolments to akada_app;

-- Doors: what must be known before an institution is entered -----------------------------------------------------

grant select on institutions, roles, memberships, accounts, sessions, students, academic_sessions to akada_gate;
grant insert on institutions to akada_gate;
grant select, insert on roles to akada_gate;

/* Idle sessions end after 12 hours. */
create function akada_session_alive(s sessions) returns boolean
language sql stable
return s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - interval '12 hours';

/* The person behind a session with all memberships, or null. */
create function akada_actor(token bytea) returns jsonb
language sql stable security definer set search_path = public
as $$
  select jsonb_build_object(
    'sessionId', s.id, 'accountId', a.id, 'name', a.name, 'username', a.username, 'version', a.access_version,
    'isGroupAdministrator', a.is_group_administrator, 'lastSeenAt', s.last_seen_at,
    'institutions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', i.id, 'name', i.name, 'shortName', i.short_name, 'accent', i.accent, 'logoFileId', i.logo_file_id,
        'currency', i.currency, 'timeZone', i.time_zone, 'terminology', i.terminology,
        'sessions', coalesce((
          select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name, 'isCurrent', y.is_current) order by y.starts_on desc, y.id)
          from academic_sessions y where y.institution_id = i.id), '[]'),
        'memberships', coalesce((
          select jsonb_agg(jsonb_build_object('roleKey', r.key, 'roleName', r.name, 'permissions', r.permissions,
            'employeeId', m.employee_id, 'studentId', m.student_id) order by m.id)
          from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
          where m.account_id = a.id and m.institution_id = i.id), '[]')) order by i.id)
      from institutions i
      where a.is_group_administrator or exists (select from memberships m where m.account_id = a.id and m.institution_id = i.id)), '[]'))
  from sessions s join accounts a on a.id = s.account_id
  where s.token_hash = token and akada_session_alive(s) and a.disabled_at is null
$$;
alter function akada_actor(bytea) owner to akada_gate;

/*
 * First statement of every signed-in transaction: the session lives and the actor the server holds is up to date,
 * or the transaction is aborted (AK001 no session, AK002 stale actor) and what follows in the pipeline with it.
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

/* Whether anything lives here yet: decides between first run and daily work. */
create function akada_is_empty() returns boolean
language sql stable security definer set search_path = public
as $$ select not exists (select from institutions) and not exists (select from accounts) $$;
alter function akada_is_empty() owner to akada_gate;

/* A new institution; its id is not yet among the caller's, hence a door. Only a group administrator or the set-up calls it. */
create function akada_found_institution(name text, short_name text, kind text) returns int
language sql volatile security definer set search_path = public
as $$ insert into institutions (name, short_name, kind) values ($1, $2, $3) returning id $$;
alter function akada_found_institution(text, text, text) owner to akada_gate;

/* All institutions an account belongs to: where its sign-ins are written down. */
create function akada_institutions_of(account bigint) returns int[]
language sql stable security definer set search_path = public
as $$
  select coalesce(array_agg(i.id order by i.id), '{}') from institutions i
  where exists (select from memberships m where m.account_id = account and m.institution_id = i.id)
     or exists (select from accounts a where a.id = account and a.is_group_administrator)
$$;
alter function akada_institutions_of(bigint) owner to akada_gate;

/*
 * Students for searching. LIKE is not leakproof, so under a policy its trigram index stays unused; this view carries
 * the same tenant condition as the policy, written out, and is owned by the gate. docs/decisions/0004 tells more.
 */
create view findable_students as
  select * from students where institution_id = any ((select akada_institutions())::int[]);
alter view findable_students owner to akada_gate;
grant select on findable_students to akada_app;

revoke all on function akada_actor(bytea), akada_found_institution(text, text, text), akada_institutions_of(bigint),
  akada_is_empty(), akada_verify(bytea, int) from public;
grant execute on function akada_actor(bytea), akada_found_institution(text, text, text), akada_institutions_of(bigint),
  akada_is_empty(), akada_verify(bytea, int) to akada_app;
grant execute on function akada_institutions(), akada_searchable(text) to akada_app, akada_gate;

-- Cached actors follow every change of what an account may do ----------------------------------------------------

create function akada_touch_accounts() returns trigger
language plpgsql security definer set search_path = public
as $$
declare institution int;
begin
  if tg_table_name = 'memberships' then
    update accounts set access_version = access_version + 1
    where id in (coalesce(new.account_id, old.account_id), coalesce(old.account_id, new.account_id));
  elsif tg_table_name = 'roles' then
    update accounts set access_version = access_version + 1
    where id in (select account_id from memberships where institution_id = new.institution_id and role_id = new.id);
  else
    -- An institution or one of its academic sessions, which every page of its people shows.
    institution := case when tg_table_name = 'institutions' then (to_jsonb(new) ->> 'id')::int
      else (to_jsonb(coalesce(new, old)) ->> 'institution_id')::int end;
    update accounts set access_version = access_version + 1
    where is_group_administrator or id in (select account_id from memberships where institution_id = institution);
  end if;
  return null;
end $$;
grant update (access_version) on accounts to akada_gate;
alter function akada_touch_accounts() owner to akada_gate;
create trigger touch_accounts after insert or update or delete on memberships
  for each row execute function akada_touch_accounts();
create trigger touch_accounts after update on roles for each row execute function akada_touch_accounts();
create trigger touch_accounts after insert or update on institutions for each row execute function akada_touch_accounts();
create trigger touch_accounts after insert or update or delete on academic_sessions
  for each row execute function akada_touch_accounts();

create function akada_account_changed() returns trigger
language plpgsql
as $$
begin
  if (new.name, new.username, new.is_group_administrator, new.disabled_at)
     is distinct from (old.name, old.username, old.is_group_administrator, old.disabled_at) then
    new.access_version := old.access_version + 1;
  end if;
  return new;
end $$;
create trigger account_changed before update on accounts for each row execute function akada_account_changed();
