/*
 * What an institution uses of the product, so that the menu shows nothing that leads to an empty page. Cached actors
 * follow when the first period of registration is set up, and when the last one is removed.
 */
create function akada_uses(institution int) returns text[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select array(select 'registration' where exists (select from registration_periods p where p.institution_id = institution))
$$;
alter function akada_uses(int) owner to akada_gate;
revoke all on function akada_uses(int) from public;
grant select on registration_periods to akada_gate;

create function akada_touch_registering() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_touch(array(
    select a.id from accounts a where (a.is_group_administrator or exists (
      select from memberships m where m.account_id = a.id and m.institution_id in (select institution_id from changed)))
    and exists (select from changed c where not exists (
      select from registration_periods p where p.institution_id = c.institution_id
        and p.id not in (select id from changed)))));
  return null;
end $$;
alter function akada_touch_registering() owner to akada_gate;
create trigger touch_accounts_added after insert on registration_periods
  referencing new table as changed for each statement execute function akada_touch_registering();
create trigger touch_accounts_gone after delete on registration_periods
  referencing old table as changed for each statement execute function akada_touch_registering();

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
