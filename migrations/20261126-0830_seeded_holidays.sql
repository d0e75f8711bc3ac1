/*
 * The national holidays of Nigeria that begin on the days from one to another: those that are certain, and those of the
 * moon by the calendar that Mecca publishes (umalqura), from 2015 to 2060. A test holds them to the code that offers
 * holidays.
 */
create function akada_national_holidays(first_day date, last_day date)
returns table (key text, title text, starts_on date, ends_on date, is_expected boolean)
language sql immutable as $$
  with years as (
    select y, (y % 19) as golden, y / 100 as century, y % 100 as of_century
    from generate_series(extract(year from first_day)::int, extract(year from last_day)::int) y
  ), easters as (
    -- Gauss's method with Butcher's correction, as in easter.ts.
    select y, make_date(y, days / 31, days % 31 + 1) as sunday from (
      select y, epact + sunday - 7 * ((golden + 11 * epact + 22 * sunday) / 451) + 114 as days from (
        select *, (32 + 2 * (century % 4) + 2 * (of_century / 4) - epact - (of_century % 4)) % 7 as sunday from (
          select *, (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30 as epact from years
        ) with_epact
      ) with_sunday
    ) with_days
  ), all_days as (
    select f.key || '-' || y as key, f.title, make_date(y, f.month, f.day) as starts_on, make_date(y, f.month, f.day) as ends_on,
      false as is_expected
    from years cross join (values ('new-year', 'New Year’s Day', 1, 1), ('workers-day', 'Workers’ Day', 5, 1),
      ('democracy-day', 'Democracy Day', 6, 12), ('independence-day', 'Independence Day', 10, 1),
      ('christmas', 'Christmas Day', 12, 25), ('boxing-day', 'Boxing Day', 12, 26)) f(key, title, month, day)
    union all select 'good-friday-' || y, 'Good Friday', sunday - 2, sunday - 2, false from easters
    union all select 'easter-monday-' || y, 'Easter Monday', sunday + 1, sunday + 1, false from easters
    union all
    select m.key || '-' || m.first_year + d.at - 1, m.title, d.day, d.day + m.days - 1, true
    from (values
      ('eid-ul-fitr', 'Eid-ul-Fitr', 2, 1436, '{
        2015-07-17, 2016-07-06, 2017-06-25, 2018-06-15, 2019-06-04, 2020-05-24, 2021-05-13, 2022-05-02,
        2023-04-21, 2024-04-10, 2025-03-30, 2026-03-20, 2027-03-09, 2028-02-26, 2029-02-14, 2030-02-04,
        2031-01-24, 2032-01-14, 2033-01-03, 2033-12-23, 2034-12-12, 2035-12-01, 2036-11-19, 2037-11-09,
        2038-10-29, 2039-10-19, 2040-10-07, 2041-09-27, 2042-09-16, 2043-09-05, 2044-08-24, 2045-08-14,
        2046-08-04, 2047-07-24, 2048-07-13, 2049-07-02, 2050-06-21, 2051-06-10, 2052-05-30, 2053-05-19,
        2054-05-09, 2055-04-28, 2056-04-16, 2057-04-05, 2058-03-26, 2059-03-15, 2060-03-04
      }'::date[]),
      ('eid-ul-adha', 'Eid-ul-Adha', 2, 1436, '{
        2015-09-23, 2016-09-11, 2017-09-01, 2018-08-21, 2019-08-11, 2020-07-31, 2021-07-20, 2022-07-09,
        2023-06-28, 2024-06-16, 2025-06-06, 2026-05-27, 2027-05-16, 2028-05-05, 2029-04-24, 2030-04-13,
        2031-04-02, 2032-03-22, 2033-03-12, 2034-03-01, 2035-02-19, 2036-02-08, 2037-01-27, 2038-01-16,
        2039-01-05, 2039-12-26, 2040-12-15, 2041-12-04, 2042-11-23, 2043-11-12, 2044-11-01, 2045-10-21,
        2046-10-11, 2047-09-30, 2048-09-19, 2049-09-08, 2050-08-28, 2051-08-17, 2052-08-06, 2053-07-26,
        2054-07-16, 2055-07-05, 2056-06-24, 2057-06-13, 2058-06-02, 2059-05-22, 2060-05-11
      }'::date[]),
      ('maulid', 'Eid-ul-Maulud', 1, 1436, '{
        2015-01-03, 2015-12-23, 2016-12-11, 2017-11-30, 2018-11-20, 2019-11-09, 2020-10-29, 2021-10-18,
        2022-10-08, 2023-09-27, 2024-09-15, 2025-09-04, 2026-08-25, 2027-08-14, 2028-08-03, 2029-07-24,
        2030-07-13, 2031-07-02, 2032-06-20, 2033-06-10, 2034-05-30, 2035-05-20, 2036-05-09, 2037-04-28,
        2038-04-17, 2039-04-06, 2040-03-25, 2041-03-15, 2042-03-05, 2043-02-22, 2044-02-12, 2045-01-31,
        2046-01-20, 2047-01-09, 2047-12-29, 2048-12-18, 2049-12-08, 2050-11-27, 2051-11-16, 2052-11-04,
        2053-10-24, 2054-10-14, 2055-10-03, 2056-09-22, 2057-09-11, 2058-08-31, 2059-08-20, 2060-08-09
      }'::date[])
    ) m(key, title, days, first_year, dates) cross join lateral unnest(m.dates) with ordinality d(day, at)
  )
  select key, title, starts_on, ends_on, is_expected from all_days where starts_on between first_day and last_day
$$;
grant execute on function akada_national_holidays(date, date) to akada_app;

/* National holidays that were put into a calendar with a session: one that was deleted does not come back. */
create table calendar_seeded_holidays (
  institution_id int not null references institutions,
  -- 'christmas-2026'.
  holiday text not null check (length(holiday) between 1 and 40),
  primary key (institution_id, holiday)
);
select akada_institution_table('calendar_seeded_holidays');

/*
 * The national holidays stand in the calendar of an institution in Nigeria as soon as it has a session, whatever made it:
 * those of the moon as expected, while they lie ahead. Days with registers are left alone.
 */
create function akada_seed_holidays() returns trigger language plpgsql as $$
begin
  if new.closed_at is not null or not exists (
    select from institutions i where i.id = new.institution_id and i.time_zone = 'Africa/Lagos') then
    return null;
  end if;
  with found as materialized (select * from akada_national_holidays(new.starts_on, new.ends_on)),
  fresh as (
    insert into calendar_seeded_holidays (institution_id, holiday)
    select new.institution_id, f.key from found f order by f.key on conflict do nothing returning holiday)
  insert into calendar_entries (institution_id, kind, title, starts_on, ends_on, holiday, is_expected)
  select new.institution_id, 'holiday', f.title, f.starts_on, f.ends_on, f.key, f.is_expected and f.ends_on >= current_date
  from found f join fresh on fresh.holiday = f.key
  where not exists (select from calendar_uses u
    where u.institution_id = new.institution_id and u.on_date between f.starts_on and f.ends_on)
  order by f.starts_on, f.key
  on conflict (institution_id, holiday) where holiday is not null do nothing;
  return null;
end
$$;
create trigger seed_holidays after insert or update of starts_on, ends_on on academic_sessions
  for each row execute function akada_seed_holidays();
