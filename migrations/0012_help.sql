-- Which tours of the pages a person has been through. They are the account's, not an institution's: who works in two
-- schools is shown round once.

create table tours_seen (
  account_id bigint not null references accounts on delete cascade,
  tour text not null check (length(tour) between 1 and 80),
  version int not null check (version > 0),
  state text not null check (state in ('finished', 'dismissed')),
  at timestamptz not null default now(),
  primary key (account_id, tour)
);
grant select, insert, update on tours_seen to akada_app;

-- Whether tours show by themselves. It travels with the actor, so that a person without them costs no request.
alter table accounts add column shows_tours boolean not null default true;

create or replace function akada_account_changed() returns trigger
language plpgsql
as $$
begin
  if (new.name, new.username, new.is_group_administrator, new.disabled_at, new.shows_tours)
     is distinct from (old.name, old.username, old.is_group_administrator, old.disabled_at, old.shows_tours) then
    new.access_version := old.access_version + 1;
  end if;
  return new;
end $$;

/* The person behind a session with all memberships, or null. */
create or replace function akada_actor(token bytea) returns jsonb
language sql stable security definer set search_path = public
as $$
  select jsonb_build_object(
    'sessionId', s.id, 'accountId', a.id, 'name', a.name, 'username', a.username, 'version', a.access_version,
    'isGroupAdministrator', a.is_group_administrator, 'showsTours', a.shows_tours, 'lastSeenAt', s.last_seen_at,
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
