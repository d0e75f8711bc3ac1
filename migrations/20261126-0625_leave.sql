/* Employees' leave and daily register. docs/decisions/0059-leave.md */

create table leave_types (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  -- Null: without a limit, as somebody decides each time.
  days_a_year numeric(4, 1) check (days_a_year between 0 and 366),
  is_paid boolean not null default true,
  needs_paper boolean not null default false,
  -- Sick leave and others that say something about a person's health: colleagues see only that somebody is away.
  is_restricted boolean not null default false,
  -- Counts every day, not working days alone, as maternity leave does.
  counts_all_days boolean not null default false,
  retired_at timestamptz,
  primary key (institution_id, id)
);
create unique index leave_types_name on leave_types (institution_id, lower(name));
select akada_institution_table('leave_types');

/* The types that every institution starts with; they can be changed. */
create function akada_usual_leave_types(institution int) returns void
language sql as $$
  insert into leave_types (institution_id, name, days_a_year, is_paid, needs_paper, is_restricted, counts_all_days) values
    (institution, 'Annual leave', 21, true, false, false, false),
    (institution, 'Sick leave', 12, true, true, true, false),
    (institution, 'Maternity leave', 84, true, true, true, true),
    (institution, 'Paternity leave', 10, true, false, false, false),
    (institution, 'Study leave', 10, false, true, false, false),
    (institution, 'Casual leave', 7, true, false, false, false),
    (institution, 'Compassionate leave', 5, true, false, true, false)
  on conflict do nothing
$$;
grant execute on function akada_usual_leave_types(int) to akada_app;
select akada_usual_leave_types(id) from institutions;

/* Days of one employee in a calendar year, where they are not those of the type. */
create table leave_entitlements (
  institution_id int not null,
  employee_id bigint not null,
  type_id bigint not null,
  year int not null check (year between 2000 and 2200),
  days numeric(4, 1) not null check (days between 0 and 366),
  primary key (institution_id, employee_id, type_id, year),
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, type_id) references leave_types
);
create index on leave_entitlements (institution_id, type_id);
select akada_institution_table('leave_entitlements');

create table leave_requests (
  institution_id int not null,
  id bigint generated always as identity,
  employee_id bigint not null,
  type_id bigint not null,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  -- Half of a single day.
  half text check (half in ('morning', 'afternoon')),
  -- Counted by the calendar when it was asked for, and again when it was approved; what the calendar says later changes nothing.
  days numeric(4, 1) not null check (days > 0),
  reason text check (length(reason) between 1 and 500),
  file_id bigint,
  state text not null default 'asked' check (state in ('asked', 'approved', 'refused', 'cancelled')),
  asked_by bigint references accounts,
  decided_by bigint references accounts,
  decided_at timestamptz,
  answer text check (length(answer) between 1 and 300),
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, type_id) references leave_types,
  foreign key (institution_id, file_id) references files,
  check (half is null or starts_on = ends_on),
  -- Each counts in one year.
  check (extract(year from starts_on) = extract(year from ends_on)),
  check ((state = 'asked') = (decided_at is null)),
  -- A second person decides.
  check (state not in ('approved', 'refused') or decided_by is distinct from asked_by),
  constraint leave_requests_once exclude using gist (institution_id with =, employee_id with =, tsrange(
    starts_on + case half when 'afternoon' then interval '12 hours' else interval '0' end,
    ends_on + case half when 'morning' then interval '12 hours' else interval '1 day' end) with &&)
    where (state in ('asked', 'approved'))
);
create index on leave_requests (institution_id, starts_on, ends_on) where state = 'approved';
create index on leave_requests (institution_id, created_at) where state = 'asked';
create index on leave_requests (institution_id, type_id);
create index on leave_requests (file_id);
create index on leave_requests (asked_by);
create index on leave_requests (decided_by);
select akada_institution_table('leave_requests');

/* The daily register of employees: a row for each who was called. */
create table staff_attendance (
  institution_id int not null,
  employee_id bigint not null,
  on_date date not null,
  kind text not null check (kind in ('present', 'late', 'absent', 'leave', 'duty')),
  arrived_at time,
  note text check (length(note) between 1 and 200),
  marked_by bigint references accounts,
  marked_at timestamptz not null default now(),
  primary key (institution_id, employee_id, on_date),
  foreign key (institution_id, employee_id) references employees,
  check (arrived_at is null or kind in ('present', 'late', 'duty'))
);
create index on staff_attendance (institution_id, on_date);
create index on staff_attendance (marked_by);
select akada_institution_table('staff_attendance');

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

-- Institutions from before: their owners confirm which roles get it.
update institutions i set to_confirm = array_append(to_confirm, 'leave')
where not 'leave' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded and r.key = 'hr_officer'
      and not exists (select from unnest(r.permissions) p where p ~ '^leave[.]'));
