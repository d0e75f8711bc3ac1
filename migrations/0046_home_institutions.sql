-- An account is managed by the institution that made it. Another institution offers a membership, which the person accepts.

alter table accounts
  -- The institution that made the account.
  add column home_institution_id int references institutions,
  -- On an account that is only invited: the account whose owner is asked whether the roles are for him.
  add column offered_to bigint references accounts,
  add column invited_by bigint references accounts,
  -- Whether its e-mail address and phone number sign in and identify it. What is typed into an invitation does not yet.
  add column signs_in_by_email boolean not null default true,
  add column signs_in_by_phone boolean not null default true;
alter table accounts drop constraint accounts_email_key, drop constraint accounts_phone_key;
create unique index accounts_email_key on accounts (email) where signs_in_by_email;
create unique index accounts_phone_key on accounts (phone) where signs_in_by_phone;
create index on accounts (offered_to) where offered_to is not null;

-- Access to one institution is suspended without touching the account.
alter table memberships add column suspended_at timestamptz;

alter table memberships no force row level security;
alter table audit_entries no force row level security;
update accounts a set home_institution_id = coalesce(
  (select e.institution_id from audit_entries e
    where e.action = 'accounts.create' and e.subject_type = 'account' and e.subject_id = a.id order by e.id limit 1),
  (select m.institution_id from memberships m where m.account_id = a.id order by m.id limit 1));
alter table memberships force row level security;
alter table audit_entries force row level security;

grant select (account_id, kind, used_at, expires_at) on one_time_tokens to akada_gate;
grant insert on notifications to akada_gate;

/* The institution that manages an account: the one that made it, or after it has left there the only one that remains. */
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

/* The roles of an account in every institution, to decide who may manage it. */
create function akada_roles_of(account bigint) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(jsonb_agg(jsonb_build_object('institutionId', r.institution_id, 'key', r.key, 'permissions', r.permissions)), '[]')
  from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
  where m.account_id = account
$$;
alter function akada_roles_of(bigint) owner to akada_gate;

/* Tells an account's owner, in one of his own institutions, that another one invites him. Does nothing without an account. */
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

revoke all on function akada_home_of(bigint), akada_roles_of(bigint), akada_tell_offer(bigint, text, text) from public;
grant execute on function akada_home_of(bigint), akada_roles_of(bigint), akada_tell_offer(bigint, text, text) to akada_app;

/* The person behind a session with all memberships that are not suspended and all open offers, or null. */
create or replace function akada_actor(token bytea) returns jsonb
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
