/* Holidays that come with a session stand in the audit log, like those that somebody adds. */
create or replace function akada_seed_holidays() returns trigger language plpgsql as $$
begin
  if new.closed_at is not null or not exists (
    select from institutions i where i.id = new.institution_id and i.time_zone = 'Africa/Lagos') then
    return null;
  end if;
  with found as materialized (select * from akada_national_holidays(new.starts_on, new.ends_on)),
  fresh as (
    insert into calendar_seeded_holidays (institution_id, holiday)
    select new.institution_id, f.key from found f order by f.key on conflict do nothing returning holiday),
  added as (
    insert into calendar_entries (institution_id, kind, title, starts_on, ends_on, holiday, is_expected)
    select new.institution_id, 'holiday', f.title, f.starts_on, f.ends_on, f.key, f.is_expected and f.ends_on >= current_date
    from found f join fresh on fresh.holiday = f.key
    where not exists (select from calendar_uses u
      where u.institution_id = new.institution_id and u.on_date between f.starts_on and f.ends_on)
    order by f.starts_on, f.key
    on conflict (institution_id, holiday) where holiday is not null do nothing
    returning title, starts_on)
  insert into audit_entries (institution_id, person, action, subject_type, subject_id, summary, details)
  select new.institution_id, 'Akada', 'calendar.addHolidays', 'session', new.id,
    format('added %s of %s to the calendar', case count(*) when 1 then '1 national holiday' else count(*) || ' national holidays' end, new.name),
    jsonb_build_object('holidays', jsonb_agg(title order by starts_on, title))
  from added having count(*) > 0;
  return null;
end
$$;
