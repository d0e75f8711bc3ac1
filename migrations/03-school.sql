-- Structure ----------------------------------------------------------------------------------------------------------

/* School years. */
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
select akada_institution_table('academic_sessions');
grant select on academic_sessions to akada_gate;

/* Adds the national holidays of a new session to the calendar, with an entry in the audit log. */
create function akada_seed_holidays() returns trigger language plpgsql as $$
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

create trigger touch_accounts after insert or update or delete on academic_sessions
  for each row execute function akada_touch_accounts();
create trigger seed_holidays after insert or update of starts_on, ends_on on academic_sessions
  for each row execute function akada_seed_holidays();

/* Terms, or semesters, of a session. */
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
select akada_institution_table('terms');
grant select on terms to akada_gate;
select akada_session_table('terms', '{session_id}');

/* Programmes, such as junior secondary. */
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
  -- What a program asks of its students beside passing: null where it asks nothing. Grade points in hundredths.
  probation_below int check (probation_below between 1 and 10000),
  withdrawal_after int check (withdrawal_after between 1 and 20),
  units_required int check (units_required between 1 and 1000),
  primary key (institution_id, id),
  check (withdrawal_after is null or probation_below is not null)
);
create unique index programs_code on programs (institution_id, lower(code));
create unique index programs_name on programs (institution_id, lower(name));
select akada_institution_table('programs');

/* Classes of a programme in the order of promotion. */
create table classes (
  institution_id int not null,
  id bigint generated always as identity,
  program_id bigint not null,
  name text not null check (length(name) between 1 and 80),
  position int not null default 1,
  next_class_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, program_id) references programs,
  foreign key (institution_id, next_class_id) references classes,
  check (next_class_id <> id)
);
create unique index classes_name on classes (institution_id, program_id, lower(name));
select akada_institution_table('classes');
grant select on classes to akada_gate;

/* Class arms of a session. */
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
  -- Students hold a copy of the name (docs/decisions/0005): the foreign key carries a new name over.
  unique (institution_id, id, name),
  foreign key (institution_id, class_id) references classes,
  foreign key (institution_id, session_id) references academic_sessions
);
create index on batches (institution_id, session_id);
select akada_institution_table('batches');
grant select on batches to akada_gate;
select akada_session_table('batches', '{session_id}');

/*
 * Students of each batch and of each session, counted as they change: docs/decisions/0027. What is counted is the sum
 * of the rows. A change only adds a row, so nobody waits for somebody else's change and a rollback takes its row
 * along; akada_settle_counts() puts the rows of a batch or session together again.
 */
create table batch_counts (
  institution_id int not null references institutions,
  -- 0 is no batch: active students who need one. No foreign key: the students' own keeps the batch there.
  batch_id bigint not null,
  id bigint generated always as identity,
  students int not null,
  female int not null,
  male int not null,
  primary key (institution_id, batch_id, id)
);
select akada_institution_table('batch_counts', 'select, insert');
grant select, insert, update, delete on batch_counts to akada_gate;

/* Students of each session, counted in the same way as batch_counts. */
create table session_counts (
  institution_id int not null references institutions,
  session_id bigint not null,
  id bigint generated always as identity,
  -- Students with at least one enrolment in the session.
  students int not null,
  primary key (institution_id, session_id, id)
);
select akada_institution_table('session_counts', 'select, insert');
grant select, insert, update, delete on session_counts to akada_gate;

/* Class teachers. */
create table batch_teachers (
  institution_id int not null,
  batch_id bigint not null,
  employee_id bigint not null,
  primary key (institution_id, batch_id, employee_id),
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, employee_id) references employees
);
create index on batch_teachers (institution_id, employee_id);
select akada_institution_table('batch_teachers');
select akada_session_table('batch_teachers', '{batch_id,batches,session_id}');

/* Subjects and courses. */
create table courses (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  code text not null check (length(code) between 1 and 20),
  title text not null check (length(title) between 1 and 160),
  credit_units int not null default 1 check (credit_units between 0 and 60),
  elective_group text,
  no_exam boolean not null default false,
  retired_at timestamptz,
  primary key (institution_id, id)
);
create unique index courses_code on courses (institution_id, lower(code));
select akada_institution_table('courses');

/* Courses that a class arm takes, and who teaches them. */
create table course_offerings (
  institution_id int not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  course_id bigint not null,
  employee_id bigint,
  -- A course can be taught in one term of the session, as those of a college's semesters are. The term is named by
  -- its place, so that next session's classes take it over with the course.
  term_position int check (term_position between 1 and 12),
  -- Offered to a batch for those alone who registered for it as a carry-over.
  is_carry_over boolean not null default false,
  primary key (institution_id, id),
  unique (institution_id, batch_id, course_id),
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, course_id) references courses,
  foreign key (institution_id, employee_id) references employees
);
create index on course_offerings (institution_id, employee_id);
create index on course_offerings (institution_id, course_id);
select akada_institution_table('course_offerings');
select akada_session_table('course_offerings', '{batch_id,batches,session_id}');

/*
 * What one form changed in the courses of one or several batches, so that it can be undone while nothing depends on
 * it.
 */
create table offering_changes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  batch_ids bigint[] not null,
  -- A list of {batchId, courseId, before, after}; before and after are {employeeId, termPosition}, or null if not
  -- offered.
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id)
);
create index offering_changes_by_batch on offering_changes using gin (batch_ids);
create index on offering_changes (account_id);
select akada_institution_table('offering_changes', 'select, insert, update');

/*
 * A transaction that changes what an institution's page shows of its structure and counts adds a row here. Which rows
 * there are tells the server whether the page that it keeps is still today's: docs/decisions/0028. Rows are only
 * added, so nobody waits for somebody else's change; akada_settle_counts() puts them together.
 */
create table structure_changes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  primary key (institution_id, id)
);
select akada_institution_table('structure_changes', 'select');
grant select, insert, update, delete on structure_changes to akada_gate;

/*
 * Puts several rows of a batch or session together as one. Rows that somebody else puts together are left to them.
 * Changes of structure get a new id: one that was seen before could stand for other changes now.
 */
create function akada_settle_counts() returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  with many as (
    select institution_id, batch_id from batch_counts group by institution_id, batch_id having count(*) > 1),
  taken as (
    select c.institution_id, c.batch_id, c.id from batch_counts c join many using (institution_id, batch_id)
    for update of c skip locked),
  gone as (
    delete from batch_counts c using taken t
    where (c.institution_id, c.batch_id, c.id) = (t.institution_id, t.batch_id, t.id) returning c.*)
  insert into batch_counts (institution_id, batch_id, students, female, male)
  select institution_id, batch_id, sum(students), sum(female), sum(male) from gone
  group by institution_id, batch_id having (sum(students), sum(female), sum(male)) <> (0, 0, 0);
  with many as (
    select institution_id, session_id from session_counts group by institution_id, session_id having count(*) > 1),
  taken as (
    select c.institution_id, c.session_id, c.id from session_counts c join many using (institution_id, session_id)
    for update of c skip locked),
  gone as (
    delete from session_counts c using taken t
    where (c.institution_id, c.session_id, c.id) = (t.institution_id, t.session_id, t.id) returning c.*)
  insert into session_counts (institution_id, session_id, students)
  select institution_id, session_id, sum(students) from gone
  group by institution_id, session_id having sum(students) <> 0;
  with many as (
    select institution_id from structure_changes group by institution_id having count(*) > 1),
  taken as (
    select c.institution_id, c.id from structure_changes c join many using (institution_id)
    for update of c skip locked),
  gone as (
    delete from structure_changes c using taken t
    where (c.institution_id, c.id) = (t.institution_id, t.id) returning c.institution_id)
  insert into structure_changes (institution_id) select distinct institution_id from gone;
$$;
alter function akada_settle_counts() owner to akada_gate;
revoke all on function akada_settle_counts() from public;
grant execute on function akada_settle_counts() to akada_app;

/* Records that something changed that the structure page shows, so that its cached copy is read again. */
create function akada_mark_structure() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed int;
begin
  if tg_op = 'DELETE' then changed := old.institution_id; else changed := new.institution_id; end if;
  insert into structure_changes (institution_id) values (changed);
  -- Until the end of the transaction, or of the savepoint that is rolled back with the row.
  perform set_config('akada.marked_structure', changed::text, true);
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
alter function akada_mark_structure() owner to akada_gate;

-- Before, not after: behind the first row of a statement the condition keeps the others from calling the function.
do $$
declare
  t text;
begin
  foreach t in array array['academic_sessions', 'terms', 'programs', 'classes', 'batches', 'course_offerings',
    'batch_teachers', 'batch_counts', 'session_counts'] loop
    execute format('create trigger marks_structure before insert or update on %I for each row
      when (current_setting(''akada.marked_structure'', true) is distinct from new.institution_id::text)
      execute function akada_mark_structure()', t);
    execute format('create trigger unmarks_structure before delete on %I for each row
      when (current_setting(''akada.marked_structure'', true) is distinct from old.institution_id::text)
      execute function akada_mark_structure()', t);
  end loop;
end $$;

-- Calendar -----------------------------------------------------------------------------------------------------------

/* On which days school is. Without a row: Monday to Friday, whole days. Weekdays are ISO numbers, 1 is Monday. */
create table calendar_rules (
  institution_id int primary key references institutions,
  school_weekdays smallint[] not null default '{1,2,3,4,5}' check (school_weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Days that end after the morning, such as Friday.
  half_weekdays smallint[] not null default '{}',
  check (half_weekdays <@ school_weekdays)
);
select akada_institution_table('calendar_rules');

/* National holidays that were put into a calendar with a session: one that was deleted does not come back. */
create table calendar_seeded_holidays (
  institution_id int not null references institutions,
  -- 'christmas-2026'.
  holiday text not null check (length(holiday) between 1 and 40),
  primary key (institution_id, holiday)
);
select akada_institution_table('calendar_seeded_holidays');

/*
 * The national holidays of Nigeria that begin on the days from one to another: those that are certain, and those of
 * the moon by the calendar that Mecca publishes (umalqura), from 2015 to 2060. A test holds them to the code that
 * offers holidays.
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

/*
 * What differs from an ordinary week, and what happens besides. Of several entries for a day the first kind of this
 * list holds: a school day, a holiday, a half day. Events change nothing.
 */
create table calendar_entries (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  kind text not null check (kind in ('school_day', 'holiday', 'half_day', 'event')),
  title text not null check (length(title) between 1 and 120),
  note text check (length(note) <= 2000),
  starts_on date not null,
  ends_on date not null,
  -- Events alone; without them an event lasts the whole day.
  starts_at time,
  ends_at time,
  -- Who sees an event: everybody, or some of students, guardians, employees.
  audiences text[] not null default '{student,guardian,employee}'
    check (cardinality(audiences) > 0 and audiences <@ '{student,guardian,employee}'),
  -- The students and guardians of some classes alone; empty: of all.
  class_ids bigint[] not null default '{}',
  -- Of a national holiday: which one, and whether its day is an expectation that the moon or the government decides.
  holiday text check (length(holiday) between 1 and 40),
  is_expected boolean not null default false,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id),
  check (ends_on >= starts_on and ends_on <= starts_on + 366),
  check (kind = 'event' or (starts_at is null and ends_at is null)),
  check (ends_at is null or (starts_at is not null and (ends_on > starts_on or ends_at > starts_at))),
  check (holiday is null or kind = 'holiday')
);
create index on calendar_entries (institution_id, starts_on, ends_on);
create index on calendar_entries (account_id);
-- A national holiday is in the calendar once.
create unique index calendar_entries_holiday on calendar_entries (institution_id, holiday) where holiday is not null;
select akada_institution_table('calendar_entries');

/*
 * The school days of a period within terms: 2 sittings are a whole day, 1 a half day. Reads with the rights of who
 * asks.
 */
create function akada_school_days(institution int, first_day date, last_day date)
returns table (on_date date, sittings smallint, term_id bigint, session_id bigint)
language sql stable as $$
  with rule as (
    select coalesce(r.school_weekdays, '{1,2,3,4,5}') as school_weekdays, coalesce(r.half_weekdays, '{}') as half_weekdays
    from (values (1)) one (x) left join calendar_rules r on r.institution_id = institution
  ), named as (
    select d::date as on_date, t.id as term_id, t.session_id
    from terms t cross join lateral generate_series(
      greatest(t.starts_on, first_day)::timestamp, least(t.ends_on, last_day)::timestamp, interval '1 day') d
    where t.institution_id = institution and t.starts_on <= last_day and t.ends_on >= first_day
  ), special as (
    select n.on_date, bool_or(e.kind = 'school_day') as opens, bool_or(e.kind = 'holiday') as closes,
      bool_or(e.kind = 'half_day') as halves
    from named n join calendar_entries e on e.institution_id = institution and e.kind <> 'event'
      and n.on_date between e.starts_on and e.ends_on
    group by n.on_date
  )
  select on_date, sittings, term_id, session_id from (
    select n.on_date, n.term_id, n.session_id, (case
      when s.opens then case when s.halves then 1 else 2 end
      when s.closes then 0
      when not extract(isodow from n.on_date)::smallint = any (rule.school_weekdays) then 0
      when s.halves or extract(isodow from n.on_date)::smallint = any (rule.half_weekdays) then 1
      else 2 end)::smallint as sittings
    from named n cross join rule left join special s using (on_date)
  ) day
  where sittings > 0
$$;
grant execute on function akada_school_days(int, date, date) to akada_app;

/*
 * Working days of a period: the school week, also outside terms, without holidays and with extra school days. 2 is a
 * whole day, 1 a half day.
 */
create function akada_working_days(institution int, first_day date, last_day date)
returns table (on_date date, halves smallint)
language sql stable as $$
  select on_date, halves from (
    select d.on_date, (case
      when s.opens then case when s.halves then 1 else 2 end
      when s.closes then 0
      when not extract(isodow from d.on_date)::smallint = any (coalesce(r.school_weekdays, '{1,2,3,4,5}')) then 0
      when s.halves or extract(isodow from d.on_date)::smallint = any (coalesce(r.half_weekdays, '{}')) then 1
      else 2 end)::smallint as halves
    from (select g::date as on_date from generate_series(first_day::timestamp, last_day::timestamp, interval '1 day') g) d
    left join calendar_rules r on r.institution_id = institution
    left join lateral (
      select bool_or(e.kind = 'school_day') as opens, bool_or(e.kind = 'holiday') as closes, bool_or(e.kind = 'half_day') as halves
      from calendar_entries e where e.institution_id = institution and e.kind <> 'event'
        and d.on_date between e.starts_on and e.ends_on) s on true
  ) day
  where halves > 0
$$;
grant execute on function akada_working_days(int, date, date) to akada_app;

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

-- Public site --------------------------------------------------------------------------------------------------------

/*
 * What an institution shows to everybody: its public home, news and pages. docs/decisions/0011 tells how they are
 * served.
 */
create table sites (
  institution_id int primary key references institutions,
  -- Its address: /sites/<slug>.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 2 and 40),
  is_published boolean not null default false,
  -- The one that the main address shows where no host name decides.
  is_front boolean not null default false,
  headline text check (length(headline) <= 120),
  intro text check (length(intro) <= 600),
  updated_at timestamptz not null default now()
);
create unique index sites_one_front on sites (is_front) where is_front;
alter table sites enable row level security, force row level security;
create policy tenant on sites to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on sites to akada_gate using (true) with check (true);
grant select, insert, update, delete on sites to akada_app;
grant select on sites to akada_gate;

/* The published sites of the installation, for the visitor who looks for a sister school. */
create function akada_public_sites() returns table (institution_id int, slug text, name text, short_name text, kind text, city text, motto text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.institution_id, s.slug, i.name, i.short_name, i.kind, i.city, i.motto
  from sites s join institutions i on i.id = s.institution_id where s.is_published
  order by not s.is_front, i.name
$$;
alter function akada_public_sites() owner to akada_gate;
revoke all on function akada_public_sites() from public;
grant execute on function akada_public_sites() to akada_app;

/* Host names under which the site is the whole address. A name belongs to one institution of the installation. */
create table site_hosts (
  institution_id int not null references sites on delete cascade,
  host text not null check (host = lower(host) and host ~ '^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$'),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'refused')),
  -- What the file or the DNS record holds that proves it.
  token text not null default translate(encode(decode(replace((gen_random_uuid())::text, '-', ''), 'hex'), 'base64'), '+/=', '-_'),
  requested_at timestamptz not null default now(),
  checked_at timestamptz,
  decided_at timestamptz,
  decided_by text check (decided_by in ('administrator', 'file', 'dns', 'time')),
  primary key (institution_id, host)
);
-- Many may ask for a name; one holds it.
create unique index site_hosts_host_key on site_hosts (host) where status = 'approved';
alter table site_hosts enable row level security, force row level security;
create policy tenant on site_hosts to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on site_hosts to akada_gate using (true) with check (true);
grant select, insert, update, delete on site_hosts to akada_app;
grant select on site_hosts to akada_gate;

/*
 * The public address, the one before it for a day, and the host names of published sites: what a Host header may say.
 */
create function akada_addresses() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'publicUrl', (select public_url from installation),
    'previousUrl', (select previous_url from installation where changed_at > now() - interval '24 hours'),
    'siteHosts', (select coalesce(jsonb_agg(h.host), '[]') from site_hosts h
      join sites s on s.institution_id = h.institution_id where s.is_published and h.status = 'approved'))
$$;
alter function akada_addresses() owner to akada_gate;
revoke all on function akada_addresses() from public;
grant execute on function akada_addresses() to akada_app;

/*
 * Whether another institution's site is shown under this name, and whether the installation has a group administrator.
 */
create function akada_host_facts(institution int, wanted_host text) returns table (is_held boolean, has_group_administrator boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (select from site_hosts where host = wanted_host and status = 'approved' and institution_id <> institution),
    exists (select from accounts where is_group_administrator and disabled_at is null)
$$;
alter function akada_host_facts(int, text) owner to akada_gate;
revoke all on function akada_host_facts(int, text) from public;
grant execute on function akada_host_facts(int, text) to akada_app;

/* Names that have waited a day where there is no group administrator: of several who ask, the first. */
create function akada_hosts_due() returns table (institution_id int, host text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct on (h.host) h.institution_id, h.host from site_hosts h
  where h.status = 'waiting' and h.requested_at < now() - interval '24 hours'
    and not exists (select from accounts where is_group_administrator and disabled_at is null)
    and not exists (select from site_hosts held where held.host = h.host and held.status = 'approved')
  order by h.host, h.requested_at, h.institution_id
$$;
alter function akada_hosts_due() owner to akada_gate;
revoke all on function akada_hosts_due() from public;
grant execute on function akada_hosts_due() to akada_app;

/*
 * Which published site an address means for a visitor: the one that the slug names, else the host's, else the front
 * one, else the oldest; null if there is none.
 */
create function akada_site_at(wanted_host text, wanted_slug text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.institution_id from sites s
  left join site_hosts h on h.institution_id = s.institution_id and h.host = wanted_host and h.status = 'approved'
  where s.is_published and (wanted_slug is null or s.slug = wanted_slug)
  order by h.host is null, not s.is_front, s.institution_id limit 1
$$;
alter function akada_site_at(text, text) owner to akada_gate;
revoke all on function akada_site_at(text, text) from public;
grant execute on function akada_site_at(text, text) to akada_app;

/* Pictures are re-encoded in several sizes; the token is their public address, which nobody can guess. */
create table site_pictures (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  name text not null check (length(name) between 1 and 200),
  alt text not null check (length(btrim(alt)) between 3 and 300),
  width int not null check (width > 0),
  height int not null check (height > 0),
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
alter table site_pictures enable row level security, force row level security;
create policy tenant on site_pictures to akada_app
  using (institution_id = any ((select akada_institutions())::int[]))
  with check (institution_id = any ((select akada_institutions())::int[]));
create policy gate on site_pictures to akada_gate using (true) with check (true);
grant select, insert, update, delete on site_pictures to akada_app;
grant select on site_pictures to akada_gate;

/* The sizes and formats of a picture, with their files. */
create table site_picture_sizes (
  institution_id int not null,
  picture_id bigint not null,
  width int not null check (width > 0),
  format text not null check (format in ('avif', 'webp', 'jpeg')),
  file_id bigint not null,
  primary key (institution_id, picture_id, width, format),
  foreign key (institution_id, picture_id) references site_pictures on delete cascade,
  foreign key (institution_id, file_id) references files
);
select akada_institution_table('site_picture_sizes');
grant select on site_picture_sizes to akada_gate;

/* The stored file behind a picture's public address. */
create function akada_site_picture(wanted_token text, wanted_width int, wanted_format text)
returns table (stored_as text, media_type text, size bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select f.stored_as, f.media_type, f.size
  from site_pictures p
  join site_picture_sizes z on (z.institution_id, z.picture_id) = (p.institution_id, p.id)
  join files f on (f.institution_id, f.id) = (z.institution_id, z.file_id)
  where p.token = wanted_token and z.width = wanted_width and z.format = wanted_format
$$;
alter function akada_site_picture(text, int, text) owner to akada_gate;
revoke all on function akada_site_picture(text, int, text) from public;
grant execute on function akada_site_picture(text, int, text) to akada_app;

/* Slides and galleries of the home page. */
create table site_slides (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  -- The slider on top with text and dots, or the slideshow of school life.
  place text not null check (place in ('slider', 'slideshow')),
  position int not null check (position > 0),
  title text not null check (length(title) between 1 and 80),
  body text check (length(body) <= 240),
  link_label text check (length(link_label) between 1 and 40),
  link_href text check (length(link_href) between 1 and 500),
  picture_id bigint not null,
  is_shown boolean not null default true,
  primary key (institution_id, id),
  foreign key (institution_id, picture_id) references site_pictures,
  check ((link_label is null) = (link_href is null))
);
create index on site_slides (institution_id, place, position);
create index on site_slides (institution_id, picture_id);
select akada_institution_table('site_slides');

/* Highlights on the home page. */
create table site_features (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  position int not null check (position > 0),
  icon text not null check (icon ~ '^[a-z0-9-]{2,40}$'),
  title text not null check (length(title) between 1 and 60),
  body text not null check (length(body) between 1 and 240),
  link_href text check (length(link_href) between 1 and 500),
  is_shown boolean not null default true,
  primary key (institution_id, id)
);
create index on site_features (institution_id, position);
select akada_institution_table('site_features');

/* Quotes of parents and alumni. */
create table site_testimonials (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  position int not null check (position > 0),
  name text not null check (length(name) between 1 and 80),
  relation text not null check (length(relation) between 1 and 80),
  quote text not null check (length(quote) between 1 and 400),
  picture_id bigint,
  is_shown boolean not null default true,
  primary key (institution_id, id),
  foreign key (institution_id, picture_id) references site_pictures
);
create index on site_testimonials (institution_id, position);
create index on site_testimonials (institution_id, picture_id);
select akada_institution_table('site_testimonials');

/* News. A published post with a later date is scheduled. */
create table site_posts (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 1 and 80),
  title text not null check (length(title) between 1 and 120),
  summary text not null check (length(summary) between 1 and 300),
  body text not null default '' check (length(body) <= 50000),
  picture_id bigint,
  status text not null default 'draft' check (status in ('draft', 'published')),
  publish_at timestamptz,
  author text not null check (length(author) between 1 and 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What a visitor searches, written down once instead of at every search.
  search_text text not null generated always as
    (akada_searchable(title || ' ' || summary || ' ' || body)) stored,
  primary key (institution_id, id),
  unique (institution_id, slug),
  foreign key (institution_id, picture_id) references site_pictures,
  check (status = 'draft' or publish_at is not null)
);
create index on site_posts (institution_id, publish_at desc) where status = 'published';
create index on site_posts (institution_id, picture_id);
select akada_institution_table('site_posts');

/* Pages with an address of their own. */
create table site_pages (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 1 and 80),
  position int not null check (position > 0),
  title text not null check (length(title) between 1 and 80),
  body text not null default '' check (length(body) <= 50000),
  is_in_menu boolean not null default true,
  is_published boolean not null default false,
  updated_at timestamptz not null default now(),
  search_text text not null generated always as
    (akada_searchable(title || ' ' || body)) stored,
  primary key (institution_id, id),
  unique (institution_id, slug)
);
create index on site_pages (institution_id, position);
select akada_institution_table('site_pages');
