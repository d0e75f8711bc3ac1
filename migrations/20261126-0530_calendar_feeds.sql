/* docs/decisions/0057-calendar.md */

/* A national holiday is in the calendar once. */
create unique index calendar_entries_holiday on calendar_entries (institution_id, holiday) where holiday is not null;

/*
 * The secret address of a person's calendar, of which only a hash is here. Of the account, like its sessions: it shows
 * what the account may see at that moment in all its institutions.
 */
create table calendar_feeds (
  account_id bigint primary key references accounts on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  -- When a calendar app last asked, to the hour.
  read_at timestamptz
);
grant select, insert, update, delete on calendar_feeds to akada_app;
grant select on calendar_feeds to akada_gate;

/* Who reads a calendar by its address, with all memberships that are not suspended; null without any. */
create function akada_calendar_reader(token bytea) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'accountId', a.id, 'name', a.name, 'username', a.username, 'isGroupAdministrator', a.is_group_administrator,
    'readAt', f.read_at, 'institutions', (
      select jsonb_agg(jsonb_build_object(
        'id', i.id, 'name', i.name, 'shortName', i.short_name, 'timeZone', i.time_zone,
        'memberships', coalesce((
          select jsonb_agg(jsonb_build_object('roleKey', r.key, 'permissions', r.permissions, 'employeeId', m.employee_id,
            'studentId', m.student_id, 'guardianId', m.guardian_id) order by m.id)
          from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
          where m.account_id = a.id and m.institution_id = i.id and m.suspended_at is null), '[]')) order by i.id)
      from institutions i
      where a.is_group_administrator or exists (
        select from memberships m where m.account_id = a.id and m.institution_id = i.id and m.suspended_at is null)))
  from calendar_feeds f join accounts a on a.id = f.account_id
  where f.token_hash = token and a.disabled_at is null
$$;
alter function akada_calendar_reader(bytea) owner to akada_gate;
revoke all on function akada_calendar_reader(bytea) from public;
grant execute on function akada_calendar_reader(bytea) to akada_app;

/* What was done on a day, so that it must not become a holiday unnoticed. Later features add to it. */
create view calendar_uses with (security_invoker = true) as
  select institution_id, on_date, count(*)::int as registers from attendance_registers group by institution_id, on_date;
grant select on calendar_uses to akada_app;

-- Institutions from before the calendar: their owners confirm which roles get it.
update institutions i set to_confirm = array_append(to_confirm, 'calendar')
where not 'calendar' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key = 'registrar'
      and not exists (select from unnest(r.permissions) p where p ~ '^calendar[.]'));
