/* On which days school is. Without a row: Monday to Friday, whole days. Weekdays are ISO numbers, 1 is Monday. */
create table calendar_rules (
  institution_id int not null references institutions,
  school_weekdays smallint[] not null default '{1,2,3,4,5}' check (school_weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Days that end after the morning, such as Friday.
  half_weekdays smallint[] not null default '{}' check (half_weekdays <@ school_weekdays),
  primary key (institution_id)
);
select akada_institution_table('calendar_rules');

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
  ends_on date not null check (ends_on >= starts_on and ends_on <= starts_on + 366),
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
  check (kind = 'event' or (starts_at is null and ends_at is null)),
  check (ends_at is null or (starts_at is not null and (ends_on > starts_on or ends_at > starts_at))),
  check (holiday is null or kind = 'holiday')
);
create index on calendar_entries (institution_id, starts_on, ends_on);
create index on calendar_entries (account_id);
select akada_institution_table('calendar_entries');

/*
 * The school days of a period within terms: 2 sittings are a whole day, 1 a half day. Reads with the rights of who asks.
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
