-- Timetable ----------------------------------------------------------------------------------------------------------

/* Rooms for lessons. */
create table rooms (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  kind text not null default 'classroom'
    check (kind in ('classroom', 'laboratory', 'workshop', 'hall', 'library', 'field', 'other')),
  seats int check (seats between 1 and 5000),
  retired_at timestamptz,
  primary key (institution_id, id)
);
create unique index rooms_name on rooms (institution_id, lower(name));
select akada_institution_table('rooms');

/* Versions. A draft has no days; a published one is not edited any more: what was valid on a day stays known. */
create table timetables (
  institution_id int not null,
  id bigint generated always as identity,
  session_id bigint not null,
  -- The term or semester it is made for, as in course_offerings; null: the whole session.
  term_position int check (term_position between 1 and 12),
  name text not null check (length(name) between 1 and 80),
  valid_from date,
  -- The last day; null: until the next one, or the end of the session. A day before valid_from: replaced before it
  -- began.
  valid_until date,
  -- Counts changes, so that everybody who has it open sees those of others.
  revision int not null default 1,
  copied_from_id bigint,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  published_by bigint references accounts,
  primary key (institution_id, id),
  constraint timetables_one_a_day exclude using gist
    (institution_id with =, daterange(valid_from, valid_until + 1) with &&) where (valid_from is not null),
  foreign key (institution_id, session_id) references academic_sessions on delete cascade,
  foreign key (institution_id, copied_from_id) references timetables on delete set null (copied_from_id),
  check ((valid_from is null) = (published_at is null)),
  check (valid_until >= valid_from - 1),
  check (valid_until is null or valid_from is not null)
);
create unique index timetables_name on timetables (institution_id, session_id, lower(name));
create index on timetables (institution_id, copied_from_id) where copied_from_id is not null;
create index on timetables (published_by);
select akada_institution_table('timetables');
select akada_session_table('timetables', '{session_id}');

/* The bells of a day: a normal one, a Friday. */
create table bell_patterns (
  institution_id int not null,
  id bigint generated always as identity,
  timetable_id bigint not null,
  name text not null check (length(name) between 1 and 60),
  primary key (institution_id, id),
  unique (institution_id, timetable_id, id),
  foreign key (institution_id, timetable_id) references timetables on delete cascade
);
create unique index bell_patterns_name on bell_patterns (institution_id, timetable_id, lower(name));
select akada_institution_table('bell_patterns');
select akada_session_table('bell_patterns', '{timetable_id,timetables,session_id}');

/* The periods of a bell pattern. */
create table bell_periods (
  institution_id int not null,
  pattern_id bigint not null,
  position int not null check (position between 1 and 40),
  kind text not null check (kind in ('lesson', 'break', 'assembly', 'other')),
  -- Counts the periods in which lessons are taught: the "period 3" that people say, and what lessons refer to.
  period int check (period between 1 and 30),
  name text not null check (length(name) between 1 and 40),
  starts_at time(0) without time zone not null,
  ends_at time(0) without time zone not null,
  primary key (institution_id, pattern_id, position),
  unique (institution_id, pattern_id, period),
  constraint bell_periods_one_at_a_time exclude using gist (institution_id with =, pattern_id with =,
    tsrange(date '2000-01-01' + starts_at, date '2000-01-01' + ends_at) with &&),
  foreign key (institution_id, pattern_id) references bell_patterns on delete cascade,
  check ((kind = 'lesson') = (period is not null)),
  check (starts_at < ends_at)
);
select akada_institution_table('bell_periods');
select akada_session_table('bell_periods', '{pattern_id,bell_patterns,timetable_id,timetables,session_id}');

/* The days of the week on which lessons are taught, by ISO number, with their bells. */
create table timetable_days (
  institution_id int not null,
  timetable_id bigint not null,
  weekday int not null check (weekday between 1 and 7),
  pattern_id bigint not null,
  primary key (institution_id, timetable_id, weekday),
  foreign key (institution_id, timetable_id) references timetables on delete cascade,
  foreign key (institution_id, timetable_id, pattern_id) references bell_patterns (institution_id, timetable_id, id)
);
create index on timetable_days (institution_id, timetable_id, pattern_id);
select akada_institution_table('timetable_days');
select akada_session_table('timetable_days', '{timetable_id,timetables,session_id}');

-- Lessons ------------------------------------------------------------------------------------------------------------

/*
 * What is taught together, so many lessons a week: one part for a usual lesson, several for electives in a parallel
 * block, which begin together and take the batch's time once.
 */
create table lesson_sets (
  institution_id int not null,
  id bigint generated always as identity,
  timetable_id bigint not null,
  -- 'Religious studies', where the subjects of its parts do not say it.
  name text check (length(name) between 1 and 80),
  primary key (institution_id, id),
  unique (institution_id, timetable_id, id),
  foreign key (institution_id, timetable_id) references timetables on delete cascade
);
select akada_institution_table('lesson_sets');
select akada_session_table('lesson_sets', '{timetable_id,timetables,session_id}');

/* The parts of a lesson set: one, or several in parallel. */
create table lesson_parts (
  institution_id int not null,
  id bigint generated always as identity,
  set_id bigint not null,
  position int not null check (position between 1 and 20),
  -- Where it is best taught.
  room_id bigint,
  room_kind text check (room_kind in ('classroom', 'laboratory', 'workshop', 'hall', 'library', 'field', 'other')),
  primary key (institution_id, id),
  unique (institution_id, set_id, position),
  foreign key (institution_id, set_id) references lesson_sets on delete cascade,
  foreign key (institution_id, room_id) references rooms,
  check (room_id is null or room_kind is null)
);
create index on lesson_parts (institution_id, room_id) where room_id is not null;
select akada_institution_table('lesson_parts');
select akada_session_table('lesson_parts', '{set_id,lesson_sets,timetable_id,timetables,session_id}');

/*
 * Which batches are taught which course: several are combined. A course that is not offered any more stays in history.
 */
create table part_courses (
  institution_id int not null,
  part_id bigint not null,
  batch_id bigint not null,
  course_id bigint not null,
  primary key (institution_id, part_id, batch_id, course_id),
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, course_id) references courses
);
create index on part_courses (institution_id, batch_id, course_id);
create index on part_courses (institution_id, course_id);
select akada_institution_table('part_courses');
select akada_session_table('part_courses', '{part_id,lesson_parts,set_id,lesson_sets,timetable_id,timetables,session_id}');

/* Who teaches a part. */
create table part_teachers (
  institution_id int not null,
  part_id bigint not null,
  employee_id bigint not null,
  primary key (institution_id, part_id, employee_id),
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, employee_id) references employees
);
create index on part_teachers (institution_id, employee_id);
select akada_institution_table('part_teachers');
select akada_session_table('part_teachers', '{part_id,lesson_parts,set_id,lesson_sets,timetable_id,timetables,session_id}');

/* Each lesson of the week, in the tray until it has a day and a period. */
create table lessons (
  institution_id int not null,
  id bigint generated always as identity,
  timetable_id bigint not null,
  set_id bigint not null,
  -- Periods in a row: 2 for a double lesson.
  length int not null default 1 check (length between 1 and 6),
  weekday int,
  first_period int check (first_period between 1 and 30),
  periods int4range generated always as
    (int4range(first_period, first_period + length)) stored,
  -- Neither the engine nor a drag moves it.
  is_locked boolean not null default false,
  primary key (institution_id, id),
  constraint lessons_place unique (institution_id, id, timetable_id, weekday, periods),
  foreign key (institution_id, timetable_id, set_id)
    references lesson_sets (institution_id, timetable_id, id) on delete cascade,
  foreign key (institution_id, timetable_id, weekday) references timetable_days,
  check ((weekday is null) = (first_period is null)),
  check (weekday is not null or not is_locked)
);
create index on lessons (institution_id, timetable_id, set_id);
create index on lessons (institution_id, timetable_id, weekday);
select akada_institution_table('lessons');
select akada_session_table('lessons', '{timetable_id,timetables,session_id}');

/*
 * The time of teachers that placed lessons take. The keys keep each teacher, room and batch in one place at a time,
 * and at the time of its lesson.
 */
create table booked_teachers (
  institution_id int not null,
  employee_id bigint not null,
  timetable_id bigint not null,
  lesson_id bigint not null,
  part_id bigint not null,
  weekday int not null,
  periods int4range not null check (not isempty(periods)),
  primary key (institution_id, employee_id, timetable_id, lesson_id),
  constraint booked_teachers_clash exclude using gist
    (institution_id with =, timetable_id with =, employee_id with =, weekday with =, periods with &&),
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, lesson_id, timetable_id, weekday, periods)
    references lessons (institution_id, id, timetable_id, weekday, periods) on delete cascade
);
create index on booked_teachers (institution_id, lesson_id);
create index on booked_teachers (institution_id, part_id);
select akada_institution_table('booked_teachers');
select akada_session_table('booked_teachers', '{timetable_id,timetables,session_id}');

/* The time of rooms that placed lessons take. */
create table booked_rooms (
  institution_id int not null,
  room_id bigint not null,
  timetable_id bigint not null,
  lesson_id bigint not null,
  part_id bigint not null,
  weekday int not null,
  periods int4range not null check (not isempty(periods)),
  primary key (institution_id, room_id, timetable_id, lesson_id),
  unique (institution_id, lesson_id, part_id),
  constraint booked_rooms_clash exclude using gist
    (institution_id with =, timetable_id with =, room_id with =, weekday with =, periods with &&),
  foreign key (institution_id, room_id) references rooms,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, lesson_id, timetable_id, weekday, periods)
    references lessons (institution_id, id, timetable_id, weekday, periods) on delete cascade
);
create index on booked_rooms (institution_id, part_id);
select akada_institution_table('booked_rooms');
select akada_session_table('booked_rooms', '{timetable_id,timetables,session_id}');

/* The time of batches that placed lessons take. */
create table booked_batches (
  institution_id int not null,
  batch_id bigint not null,
  timetable_id bigint not null,
  lesson_id bigint not null,
  weekday int not null,
  periods int4range not null check (not isempty(periods)),
  primary key (institution_id, batch_id, timetable_id, lesson_id),
  constraint booked_batches_clash exclude using gist
    (institution_id with =, timetable_id with =, batch_id with =, weekday with =, periods with &&),
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, lesson_id, timetable_id, weekday, periods)
    references lessons (institution_id, id, timetable_id, weekday, periods) on delete cascade
);
create index on booked_batches (institution_id, lesson_id);
select akada_institution_table('booked_batches');
select akada_session_table('booked_batches', '{timetable_id,timetables,session_id}');

/* When a teacher, batch or room is not available, or would rather not be. */
create table unavailable_periods (
  institution_id int not null,
  id bigint generated always as identity,
  timetable_id bigint not null,
  employee_id bigint,
  batch_id bigint,
  room_id bigint,
  weekday int not null check (weekday between 1 and 7),
  period int not null check (period between 1 and 30),
  degree text not null default 'never' check (degree in ('never', 'avoid')),
  primary key (institution_id, id),
  constraint unavailable_periods_place
    unique nulls not distinct (institution_id, timetable_id, employee_id, batch_id, room_id, weekday, period),
  foreign key (institution_id, timetable_id) references timetables on delete cascade,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, room_id) references rooms,
  check (num_nonnulls(employee_id, batch_id, room_id) = 1)
);
create index on unavailable_periods (institution_id, employee_id) where employee_id is not null;
create index on unavailable_periods (institution_id, batch_id) where batch_id is not null;
create index on unavailable_periods (institution_id, room_id) where room_id is not null;
select akada_institution_table('unavailable_periods');
select akada_session_table('unavailable_periods', '{timetable_id,timetables,session_id}');

/* How much a teacher prefers to teach a day and a week, at most. */
create table teacher_limits (
  institution_id int not null,
  timetable_id bigint not null,
  employee_id bigint not null,
  most_a_day int check (most_a_day between 1 and 30),
  most_a_week int check (most_a_week between 1 and 200),
  primary key (institution_id, timetable_id, employee_id),
  foreign key (institution_id, timetable_id) references timetables on delete cascade,
  foreign key (institution_id, employee_id) references employees,
  check (num_nonnulls(most_a_day, most_a_week) > 0)
);
create index on teacher_limits (institution_id, employee_id);
select akada_institution_table('teacher_limits');
select akada_session_table('teacher_limits', '{timetable_id,timetables,session_id}');

/*
 * What else a timetable should keep to, for the engine and the check list. The kinds and their parameters are checked
 * by the server. Of whom: one of the ids, or of everybody.
 */
create table timetable_constraints (
  institution_id int not null,
  id bigint generated always as identity,
  timetable_id bigint not null,
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,59}$'),
  -- In percent: 100 must be kept.
  weight numeric(6,3) not null default 100 check (weight > 0 and weight <= 100),
  employee_id bigint,
  batch_id bigint,
  room_id bigint,
  course_id bigint,
  set_id bigint,
  parameters jsonb not null default '{}'
    check (jsonb_typeof(parameters) = 'object' and pg_column_size(parameters) < 100000),
  is_active boolean not null default true,
  note text check (length(note) between 1 and 500),
  primary key (institution_id, id),
  unique (institution_id, timetable_id, id),
  foreign key (institution_id, timetable_id) references timetables on delete cascade,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, room_id) references rooms,
  foreign key (institution_id, course_id) references courses on delete cascade,
  foreign key (institution_id, timetable_id, set_id)
    references lesson_sets (institution_id, timetable_id, id) on delete cascade,
  check (num_nonnulls(employee_id, batch_id, room_id, course_id, set_id) < 2)
);
create index on timetable_constraints (institution_id, timetable_id, set_id);
create index on timetable_constraints (institution_id, employee_id) where employee_id is not null;
create index on timetable_constraints (institution_id, batch_id) where batch_id is not null;
create index on timetable_constraints (institution_id, room_id) where room_id is not null;
create index on timetable_constraints (institution_id, course_id) where course_id is not null;
select akada_institution_table('timetable_constraints');
select akada_session_table('timetable_constraints', '{timetable_id,timetables,session_id}');

/* The lesson sets that a constraint relates, in its order. */
create table timetable_constraint_sets (
  institution_id int not null,
  timetable_id bigint not null,
  constraint_id bigint not null,
  set_id bigint not null,
  position int not null check (position between 1 and 200),
  primary key (institution_id, constraint_id, set_id),
  unique (institution_id, constraint_id, position),
  foreign key (institution_id, timetable_id, constraint_id)
    references timetable_constraints (institution_id, timetable_id, id) on delete cascade,
  foreign key (institution_id, timetable_id, set_id)
    references lesson_sets (institution_id, timetable_id, id) on delete cascade
);
create index on timetable_constraint_sets (institution_id, timetable_id, constraint_id);
create index on timetable_constraint_sets (institution_id, timetable_id, set_id);
select akada_institution_table('timetable_constraint_sets');
select akada_session_table('timetable_constraint_sets', '{timetable_id,timetables,session_id}');

-- Timetable builder --------------------------------------------------------------------------------------------------

/*
 * A search by the engine, or a result that somebody brought back by hand; nothing of it is in a timetable until
 * applied.
 */
create table fet_runs (
  institution_id int not null,
  id bigint generated always as identity,
  timetable_id bigint not null,
  source text not null check (source in ('engine', 'file')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'part', 'failed', 'stopped')),
  minutes int check (minutes between 1 and 30),
  is_stopping boolean not null default false,
  -- A job whose process died begins again, but not for ever.
  attempts int not null default 0,
  -- Of the version when it was written for the engine.
  revision int not null,
  activity_count int not null default 0,
  placed_count int not null default 0,
  file_name text check (length(file_name) <= 200),
  -- Where lessons go, and what is said about them: src/features/timetable/fet/places/placing.ts
  placings jsonb not null default '[]',
  notes jsonb not null default '[]',
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  applied_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, timetable_id) references timetables on delete cascade,
  check ((source = 'engine') = (minutes is not null))
);
create unique index fet_runs_one_at_a_time on fet_runs (institution_id, timetable_id) where state in ('queued', 'running');
create index on fet_runs (institution_id, timetable_id, id);
create index on fet_runs (account_id);
select akada_institution_table('fet_runs');

/* A .fet file that was read, until it is made into a draft: names of people and rooms wait for what they are here. */
create table fet_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  file_name text not null check (length(file_name) between 1 and 200),
  problem jsonb not null,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create index on fet_files (account_id);
select akada_institution_table('fet_files');
grant select, delete on fet_files to akada_gate;

/* Deletes old .fet files of all institutions. */
create function akada_tidy_fet_files(days int) returns int language sql security definer set search_path = public, pg_temp as $$
  with gone as (delete from fet_files where created_at < now() - make_interval(days => days) returning 1)
  select count(*)::int from gone
$$;
alter function akada_tidy_fet_files(int) owner to akada_gate;
revoke all on function akada_tidy_fet_files(int) from public;
grant execute on function akada_tidy_fet_files(int) to akada_app;

-- Cover --------------------------------------------------------------------------------------------------------------

/* Lessons of absent teachers that somebody else takes. Nobody can be at two places: whatever was checked before. */
create table covers (
  institution_id int not null,
  id bigint generated always as identity,
  on_date date not null,
  lesson_id bigint not null,
  part_id bigint not null,
  absent_id bigint not null,
  substitute_id bigint not null,
  -- Those of the lesson, in the bells of the day.
  periods int4range not null check (not isempty(periods)),
  note text check (length(note) between 1 and 200),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  constraint covers_once unique (institution_id, on_date, lesson_id, part_id, absent_id),
  constraint covers_one_place exclude using gist
    (institution_id with =, substitute_id with =, on_date with =, periods with &&),
  foreign key (institution_id, lesson_id) references lessons on delete cascade,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, absent_id) references employees,
  foreign key (institution_id, substitute_id) references employees,
  check (absent_id <> substitute_id)
);
create index on covers (institution_id, substitute_id, on_date);
create index on covers (institution_id, absent_id, on_date);
create index on covers (institution_id, lesson_id);
create index on covers (institution_id, part_id);
create index on covers (account_id);
select akada_institution_table('covers');
select akada_session_table('covers', '{lesson_id,lessons,timetable_id,timetables,session_id}');

/*
 * Registers that the timetable asks for on the school days of a period, where they are taken by lesson: one for each
 * batch and course of a lesson. A double lesson has one. `employees`: lessons that they teach on the day, also for
 * somebody who is away; null: all. On a day that ends after the morning by an entry in the calendar, lessons that
 * begin in the afternoon do not take place. In steps, each planned once for a connection: as one statement its
 * planning takes longer than everything else on the start page.
 */
create function akada_lessons_due(institutions int[], employees bigint[], first_day date, last_day date)
returns table (institution_id int, time_zone text, lesson_minutes int, on_date date, batch_id bigint, offering_id bigint,
  sitting smallint, starts_at time, ends_at time, lesson_ids bigint[], part_ids bigint[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  place record;
  asked record;
begin
  for place in
    select r.institution_id as id, i.time_zone, r.lesson_minutes from attendance_rules r
    join institutions i on i.id = r.institution_id where r.taken = 'lessons' and r.institution_id = any (institutions)
  loop
    for asked in
      select d.on_date, d.session_id, t.id as timetable_id, extract(isodow from d.on_date)::int as weekday,
        d.sittings = 1 and exists (select from calendar_entries x where x.institution_id = place.id and x.kind = 'half_day'
          and d.on_date between x.starts_on and x.ends_on) as is_cut
      from akada_school_days(place.id, first_day, last_day) d
      join timetables t on t.institution_id = place.id and t.valid_from <= d.on_date
        and (t.valid_until is null or d.on_date <= t.valid_until)
        and exists (select from academic_sessions y where (y.institution_id, y.id) = (t.institution_id, t.session_id)
          and d.on_date <= y.ends_on)
    loop
      return query
        with taught as (
          select y.lesson_id, y.part_id from booked_teachers y
          where employees is not null and y.institution_id = place.id and y.timetable_id = asked.timetable_id
            and y.weekday = asked.weekday and y.employee_id = any (employees)
            and not exists (select from lesson_substitutes v
              where (v.institution_id, v.on_date, v.lesson_id, v.part_id, v.absent_id)
                = (y.institution_id, asked.on_date, y.lesson_id, y.part_id, y.employee_id))
          union
          select v.lesson_id, v.part_id from lesson_substitutes v
          where employees is not null and v.institution_id = place.id and v.on_date = asked.on_date
            and v.substitute_id = any (employees)
          union all
          select l.id, p.id from lessons l join lesson_parts p on (p.institution_id, p.set_id) = (l.institution_id, l.set_id)
          where employees is null and l.institution_id = place.id and l.timetable_id = asked.timetable_id
            and l.weekday = asked.weekday)
        select place.id, place.time_zone, place.lesson_minutes, asked.on_date, c.batch_id, f.id, (10 + l.first_period)::smallint,
          min(b.starts_at), max(e.ends_at), array_agg(l.id), array_agg(c.part_id)
        from taught g
        join lessons l on (l.institution_id, l.id, l.timetable_id, l.weekday)
          = (place.id, g.lesson_id, asked.timetable_id, asked.weekday)
        join timetable_days w on (w.institution_id, w.timetable_id, w.weekday) = (place.id, asked.timetable_id, asked.weekday)
        join bell_periods b on (b.institution_id, b.pattern_id, b.period) = (place.id, w.pattern_id, l.first_period)
        join bell_periods e on (e.institution_id, e.pattern_id, e.period)
          = (place.id, w.pattern_id, l.first_period + l.length - 1)
        join part_courses c on (c.institution_id, c.part_id) = (place.id, g.part_id)
        join batches h on (h.institution_id, h.id, h.session_id) = (place.id, c.batch_id, asked.session_id)
          and h.closed_at is null
        join course_offerings f on (f.institution_id, f.batch_id, f.course_id) = (place.id, c.batch_id, c.course_id)
        where not (asked.is_cut and b.starts_at >= '12:00')
        group by c.batch_id, f.id, l.first_period;
    end loop;
  end loop;
end
$$;
grant execute on function akada_lessons_due(int[], bigint[], date, date) to akada_app;

/*
 * Changes of covers that nobody was told of yet. They are put together, so that a substitute of three lessons gets one
 * message; a row goes in the transaction that writes the messages.
 */
create table cover_changes (
  institution_id int not null,
  on_date date not null,
  lesson_id bigint not null,
  part_id bigint not null,
  absent_id bigint not null,
  -- Who took it when people were last told; null: nobody.
  was_id bigint,
  account_id bigint references accounts,
  first_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (institution_id, on_date, lesson_id, part_id, absent_id),
  foreign key (institution_id, lesson_id) references lessons on delete cascade,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, absent_id) references employees,
  foreign key (institution_id, was_id) references employees
);
create index on cover_changes (institution_id, lesson_id);
create index on cover_changes (institution_id, part_id);
create index on cover_changes (institution_id, absent_id);
create index on cover_changes (institution_id, was_id);
create index on cover_changes (account_id);
select akada_institution_table('cover_changes');
grant select on cover_changes to akada_gate;

/* Institutions with changes of covers that people were not notified of yet. */
create function akada_covers_to_tell() returns table (institution_id int, on_date date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct c.institution_id, c.on_date from cover_changes c order by c.institution_id, c.on_date
$$;
alter function akada_covers_to_tell() owner to akada_gate;
revoke all on function akada_covers_to_tell() from public;
grant execute on function akada_covers_to_tell() to akada_app;

/* For the timetable and the registers, which are below: who takes which part of a lesson on a day, for whom. */
create view lesson_substitutes with (security_invoker = true) as
  select institution_id, on_date, lesson_id, part_id, absent_id, substitute_id from covers;
grant select on lesson_substitutes to akada_app;

/*
 * A transaction that changes what somebody's week shows leaves a row here, in place of those it finds. Which rows
 * there are tells the server whether the week that it has cached is still today's: docs/decisions/0028. Nobody waits
 * for somebody else's change: a row that another transaction is replacing stays, and goes with the next one. An id
 * never returns.
 */
create table timetable_changes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  primary key (institution_id, id)
);
select akada_institution_table('timetable_changes', 'select');
grant select, insert, update, delete on timetable_changes to akada_gate;

/* Records that something changed that a timetable page shows, so that cached weeks are read again. */
create function akada_mark_timetable() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed int;
begin
  if tg_op = 'DELETE' then changed := old.institution_id; else changed := new.institution_id; end if;
  with replaced as (
    select c.institution_id, c.id from timetable_changes c where c.institution_id = changed for update skip locked)
  delete from timetable_changes c using replaced r where (c.institution_id, c.id) = (r.institution_id, r.id);
  insert into timetable_changes (institution_id) values (changed);
  -- Until the end of the transaction, or of the savepoint that is rolled back with the row.
  perform set_config('akada.marked_timetable', changed::text, true);
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
alter function akada_mark_timetable() owner to akada_gate;

-- Before, not after: behind the first row of a statement the condition keeps the others from calling the function.
do $$
declare
  t text;
  named record;
begin
  foreach t in array array['timetables', 'timetable_days', 'bell_periods', 'lessons', 'lesson_sets', 'lesson_parts',
    'part_courses', 'part_teachers', 'booked_teachers', 'booked_batches', 'booked_rooms', 'covers', 'calendar_entries',
    'terms', 'academic_sessions'] loop
    execute format('create trigger marks_timetable before insert or update on %I for each row
      when (current_setting(''akada.marked_timetable'', true) is distinct from new.institution_id::text)
      execute function akada_mark_timetable()', t);
    execute format('create trigger unmarks_timetable before delete on %I for each row
      when (current_setting(''akada.marked_timetable'', true) is distinct from old.institution_id::text)
      execute function akada_mark_timetable()', t);
  end loop;
  -- Of these a week shows names only, and nothing that is in a week can be deleted without rows of the tables above.
  for named in select * from (values ('rooms', 'name'), ('batches', 'name'), ('courses', 'code, title'),
    ('employees', 'first_name, surname')) n (of_table, columns) loop
    execute format('create trigger marks_timetable before update of %s on %I for each row
      when (current_setting(''akada.marked_timetable'', true) is distinct from new.institution_id::text)
      execute function akada_mark_timetable()', named.columns, named.of_table);
  end loop;
end $$;

-- Attendance ---------------------------------------------------------------------------------------------------------

/* How an institution takes registers. Without a row: morning and afternoon, with the defaults below. */
create table attendance_rules (
  institution_id int primary key references institutions,
  -- Morning and afternoon, once a day, or in each lesson.
  taken text not null default 'twice' check (taken in ('twice', 'once', 'lessons')),
  morning_deadline time not null default '09:00:00',
  afternoon_deadline time not null default '14:00:00',
  -- For so many minutes after the deadline a teacher can correct before guardians are told.
  alert_pause int not null default 15 check (alert_pause between 0 and 240),
  -- Students below this percentage, and with so many absences in a row, are found.
  warn_below int not null default 75 check (warn_below between 1 and 100),
  warn_in_row int not null default 3 check (warn_in_row between 2 and 30),
  -- Where registers are taken by lesson: minutes after its end by which the register of a lesson is due.
  lesson_minutes int not null default 15 check (lesson_minutes between 0 and 240)
);
select akada_institution_table('attendance_rules');

/* An institution's own marks besides the built-in ones, each with the meaning of one of them. */
create table attendance_codes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  letters text not null check (length(letters) between 1 and 3),
  label text not null check (length(label) between 1 and 60),
  meaning text not null check (meaning in ('present', 'late', 'absent', 'sick', 'excused', 'suspended', 'excursion')),
  retired_at timestamptz,
  primary key (institution_id, id),
  constraint attendance_codes_once unique (institution_id, letters)
);
select akada_institution_table('attendance_codes');

/*
 * A register that was taken: of a batch on a day, or in a lesson of it. Whoever is in `roll` and has no row in
 * attendance_marks was present.
 */
create table attendance_registers (
  institution_id int not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  term_id bigint not null,
  on_date date not null,
  -- 0 the whole day, 1 the morning, 2 the afternoon; 10 and the period of a lesson.
  sitting smallint not null check (sitting between 0 and 2 or sitting between 11 and 60),
  offering_id bigint,
  roll bigint[] not null,
  absent_count int not null default 0,
  late_count int not null default 0,
  taken_by bigint references accounts,
  taken_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (institution_id, id),
  constraint attendance_registers_once
    unique nulls not distinct (institution_id, batch_id, on_date, sitting, offering_id),
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, offering_id) references course_offerings,
  check ((sitting > 10) = (offering_id is not null))
);
create index on attendance_registers (institution_id, on_date, sitting);
create index on attendance_registers (institution_id, term_id, batch_id);
create index on attendance_registers (institution_id, offering_id) where offering_id is not null;
create index on attendance_registers (taken_by);
select akada_institution_table('attendance_registers');
grant select on attendance_registers to akada_gate;
select akada_session_table('attendance_registers', '{term_id,terms,session_id}');

/* Institutions that take registers: those that took one in the last fifteen days. */
create function akada_taking_registers() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.id from institutions i
  where exists (select from attendance_registers r where r.institution_id = i.id and r.on_date >= current_date - 15)
  order by i.id
$$;
alter function akada_taking_registers() owner to akada_gate;
revoke all on function akada_taking_registers() from public;
grant execute on function akada_taking_registers() to akada_app;

/* What differs from "present", or was said besides. */
create table attendance_marks (
  institution_id int not null,
  register_id bigint not null,
  student_id bigint not null,
  on_date date not null,
  kind text not null check (kind in ('present', 'late', 'absent', 'sick', 'excused', 'suspended', 'excursion')),
  code_id bigint,
  -- How late.
  minutes smallint check (minutes between 1 and 600),
  -- Who left before the end.
  left_at time,
  remark text check (length(remark) between 1 and 200),
  marked_by bigint references accounts,
  marked_at timestamptz not null default now(),
  -- Reports are paged by id.
  id bigint generated always as identity,
  primary key (institution_id, register_id, student_id),
  foreign key (institution_id, register_id) references attendance_registers on delete cascade,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, code_id) references attendance_codes,
  check ((kind = 'late') = (minutes is not null))
);
create index on attendance_marks (institution_id, student_id, on_date);
create index on attendance_marks (institution_id, code_id) where code_id is not null;
create index on attendance_marks (marked_by);
create index on attendance_marks (institution_id, on_date) where kind in ('absent', 'late');
create unique index attendance_marks_id on attendance_marks (institution_id, id);
select akada_institution_table('attendance_marks');
select akada_session_table('attendance_marks', '{register_id,attendance_registers,term_id,terms,session_id}');

/*
 * How often a student was called in a term and what was marked, kept by whatever writes registers: over the sittings
 * of days, or of the lessons of a course (offering_id; 0 for days).
 */
create table attendance_totals (
  institution_id int not null,
  term_id bigint not null,
  student_id bigint not null,
  offering_id bigint not null default 0,
  called int not null default 0 check (called >= 0),
  -- Present, late or on an excursion.
  attended int not null default 0 check (attended >= 0),
  late int not null default 0 check (late >= 0),
  absent int not null default 0 check (absent >= 0),
  sick int not null default 0 check (sick >= 0),
  excused int not null default 0 check (excused >= 0),
  suspended int not null default 0 check (suspended >= 0),
  id bigint generated always as identity,
  primary key (institution_id, term_id, student_id, offering_id),
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, student_id) references students,
  check (attended + absent + sick + excused + suspended = called)
) with (fillfactor = 60);
create index on attendance_totals (institution_id, student_id);
create unique index attendance_totals_id on attendance_totals (institution_id, id);
select akada_institution_table('attendance_totals');
select akada_session_table('attendance_totals', '{term_id,terms,session_id}');

/* Changes after the day, with their reason. */
create table attendance_corrections (
  institution_id int not null,
  id bigint generated always as identity,
  register_id bigint not null,
  student_id bigint not null,
  before jsonb,
  after jsonb,
  reason text not null check (length(reason) between 1 and 200),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, register_id) references attendance_registers on delete cascade,
  foreign key (institution_id, student_id) references students
);
create index on attendance_corrections (institution_id, register_id);
create index on attendance_corrections (institution_id, student_id);
create index on attendance_corrections (account_id);
select akada_institution_table('attendance_corrections');
select akada_session_table('attendance_corrections', '{register_id,attendance_registers,term_id,terms,session_id}');

/* A guardian was told once a day that a child is absent, or late. */
create table attendance_alerts (
  institution_id int not null,
  student_id bigint not null,
  on_date date not null,
  kind text not null check (kind in ('absent', 'late', 'corrected')),
  sent_at timestamptz not null default now(),
  primary key (institution_id, student_id, on_date, kind),
  foreign key (institution_id, student_id) references students
);
create index on attendance_alerts (institution_id, on_date, kind);
select akada_institution_table('attendance_alerts');

/* Why a student is or was away, as a guardian or the office says, with a paper if there is one. */
create table attendance_excuses (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  starts_on date not null,
  ends_on date not null,
  kind text not null check (kind in ('sick', 'excused', 'excursion')),
  reason text not null check (length(reason) between 1 and 500),
  file_id bigint,
  state text not null default 'open' check (state in ('open', 'accepted', 'refused')),
  answer text check (length(answer) between 1 and 300),
  account_id bigint references accounts,
  decided_by bigint references accounts,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, file_id) references files,
  check (ends_on >= starts_on and ends_on <= starts_on + 120),
  check ((state = 'open') = (decided_at is null))
);
create index on attendance_excuses (institution_id, student_id, starts_on);
create index on attendance_excuses (institution_id, created_at) where state = 'open';
create index on attendance_excuses (institution_id, file_id);
create index on attendance_excuses (account_id);
create index on attendance_excuses (decided_by);
select akada_institution_table('attendance_excuses');

/* What was done about a student who is often away. */
create table attendance_follow_ups (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  term_id bigint not null,
  how text not null check (how in ('call', 'visit', 'meeting', 'letter', 'message', 'other')),
  note text not null check (length(note) between 1 and 1000),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms
);
create index on attendance_follow_ups (institution_id, student_id, created_at);
create index on attendance_follow_ups (institution_id, term_id);
create index on attendance_follow_ups (account_id);
select akada_institution_table('attendance_follow_ups');
select akada_session_table('attendance_follow_ups', '{term_id,terms,session_id}');

/* For the list of students, which is below the registers: what is marked today, by the clock of each institution. */
create view marks_today with (security_invoker = true) as
  select m.institution_id, m.student_id, m.kind from institutions i join attendance_marks m
    on m.institution_id = i.id and m.on_date = (now() at time zone i.time_zone)::date;
grant select on marks_today to akada_app;

/* What was done on a day, so that it must not become a holiday unnoticed. Later features add to it. */
create view calendar_uses with (security_invoker = true) as
  select institution_id, on_date, count(*)::int as registers from attendance_registers group by institution_id, on_date;
grant select on calendar_uses to akada_app;
