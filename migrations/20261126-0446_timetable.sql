/* The timetable: rooms, bells, the lessons of a week, and where each lies. docs/decisions/0056-timetable.md */
create extension if not exists btree_gist;

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
  -- The last day; null: until the next one, or the end of the session. A day before valid_from: replaced before it began.
  valid_until date,
  -- Counts changes, so that everybody who has it open sees those of others.
  revision int not null default 1,
  copied_from_id bigint,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  published_by bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, session_id) references academic_sessions on delete cascade,
  foreign key (institution_id, copied_from_id) references timetables on delete set null (copied_from_id),
  check ((valid_from is null) = (published_at is null)),
  check (valid_until >= valid_from - 1),
  check (valid_until is null or valid_from is not null),
  constraint timetables_one_a_day exclude using gist
    (institution_id with =, daterange(valid_from, valid_until + 1) with &&) where (valid_from is not null)
);
create unique index timetables_name on timetables (institution_id, session_id, lower(name));
create index on timetables (institution_id, copied_from_id) where copied_from_id is not null;
create index on timetables (published_by);
select akada_institution_table('timetables');

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

create table bell_periods (
  institution_id int not null,
  pattern_id bigint not null,
  position int not null check (position between 1 and 40),
  kind text not null check (kind in ('lesson', 'break', 'assembly', 'other')),
  -- Counts the periods in which lessons are taught: the "period 3" that people say, and what lessons refer to.
  period int check (period between 1 and 30),
  name text not null check (length(name) between 1 and 40),
  starts_at time(0) not null,
  ends_at time(0) not null,
  primary key (institution_id, pattern_id, position),
  unique (institution_id, pattern_id, period),
  foreign key (institution_id, pattern_id) references bell_patterns on delete cascade,
  check ((kind = 'lesson') = (period is not null)),
  check (starts_at < ends_at),
  constraint bell_periods_one_at_a_time exclude using gist (institution_id with =, pattern_id with =,
    tsrange(date '2000-01-01' + starts_at, date '2000-01-01' + ends_at) with &&)
);
select akada_institution_table('bell_periods');

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

/* Which batches are taught which course: several are combined. A course that is not offered any more stays in history. */
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
  periods int4range generated always as (int4range(first_period, first_period + length)) stored,
  -- Neither the engine nor a drag moves it.
  is_locked boolean not null default false,
  primary key (institution_id, id),
  constraint lessons_place unique (institution_id, id, timetable_id, weekday, periods),
  foreign key (institution_id, timetable_id, set_id) references lesson_sets (institution_id, timetable_id, id) on delete cascade,
  foreign key (institution_id, timetable_id, weekday) references timetable_days,
  check ((weekday is null) = (first_period is null)),
  check (weekday is not null or not is_locked)
);
create index on lessons (institution_id, timetable_id, set_id);
create index on lessons (institution_id, timetable_id, weekday);
select akada_institution_table('lessons');

/*
 * What a placed lesson takes: the time of its teachers, rooms and batches. Each can be at one place at a time, whatever
 * wrote the rows; the last key keeps them at the place of their lesson.
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
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, lesson_id, timetable_id, weekday, periods)
    references lessons (institution_id, id, timetable_id, weekday, periods) on delete cascade,
  constraint booked_teachers_clash exclude using gist
    (institution_id with =, timetable_id with =, employee_id with =, weekday with =, periods with &&)
);
create index on booked_teachers (institution_id, lesson_id);
create index on booked_teachers (institution_id, part_id);
select akada_institution_table('booked_teachers');

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
  foreign key (institution_id, room_id) references rooms,
  foreign key (institution_id, part_id) references lesson_parts on delete cascade,
  foreign key (institution_id, lesson_id, timetable_id, weekday, periods)
    references lessons (institution_id, id, timetable_id, weekday, periods) on delete cascade,
  constraint booked_rooms_clash exclude using gist
    (institution_id with =, timetable_id with =, room_id with =, weekday with =, periods with &&)
);
create index on booked_rooms (institution_id, part_id);
select akada_institution_table('booked_rooms');

create table booked_batches (
  institution_id int not null,
  batch_id bigint not null,
  timetable_id bigint not null,
  lesson_id bigint not null,
  weekday int not null,
  periods int4range not null check (not isempty(periods)),
  primary key (institution_id, batch_id, timetable_id, lesson_id),
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, lesson_id, timetable_id, weekday, periods)
    references lessons (institution_id, id, timetable_id, weekday, periods) on delete cascade,
  constraint booked_batches_clash exclude using gist
    (institution_id with =, timetable_id with =, batch_id with =, weekday with =, periods with &&)
);
create index on booked_batches (institution_id, lesson_id);
select akada_institution_table('booked_batches');

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
  constraint unavailable_periods_place unique nulls not distinct
    (institution_id, timetable_id, employee_id, batch_id, room_id, weekday, period),
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
  weight numeric(6, 3) not null default 100 check (weight > 0 and weight <= 100),
  employee_id bigint,
  batch_id bigint,
  room_id bigint,
  course_id bigint,
  set_id bigint,
  parameters jsonb not null default '{}' check (jsonb_typeof(parameters) = 'object' and pg_column_size(parameters) < 100000),
  is_active boolean not null default true,
  note text check (length(note) between 1 and 500),
  primary key (institution_id, id),
  foreign key (institution_id, timetable_id) references timetables on delete cascade,
  foreign key (institution_id, employee_id) references employees,
  foreign key (institution_id, batch_id) references batches on delete cascade,
  foreign key (institution_id, room_id) references rooms,
  foreign key (institution_id, course_id) references courses on delete cascade,
  foreign key (institution_id, timetable_id, set_id) references lesson_sets (institution_id, timetable_id, id) on delete cascade,
  check (num_nonnulls(employee_id, batch_id, room_id, course_id, set_id) < 2)
);
create index on timetable_constraints (institution_id, timetable_id, set_id);
create index on timetable_constraints (institution_id, employee_id) where employee_id is not null;
create index on timetable_constraints (institution_id, batch_id) where batch_id is not null;
create index on timetable_constraints (institution_id, room_id) where room_id is not null;
create index on timetable_constraints (institution_id, course_id) where course_id is not null;
select akada_institution_table('timetable_constraints');

/* For structure, which is below: a timetable that people work by, or are making, depends on the course of a batch. */
create or replace view offering_uses with (security_invoker = true) as
  select s.institution_id, s.batch_id, k.course_id, 'a mark sheet' as use
  from mark_sheets s join mark_sheet_courses k on (k.institution_id, k.sheet_id) = (s.institution_id, s.id)
  union all
  select o.institution_id, o.batch_id, o.course_id, 'students who chose it as an elective'
  from course_offerings o join student_electives e on (e.institution_id, e.offering_id) = (o.institution_id, o.id)
  union all
  select p.institution_id, p.batch_id, c.course_id, 'students who registered for it'
  from students p
  join course_registrations r on (r.institution_id, r.student_id) = (p.institution_id, p.id)
  join registration_choices c on (c.institution_id, c.registration_id) = (r.institution_id, r.id)
  union all
  select institution_id, batch_id, course_id, 'lessons in a timetable' from part_courses;

/*
 * For the timetable: which students of a batch take which of its courses in a term. By registration where the class has
 * it, otherwise the compulsory ones and the chosen electives.
 */
create view course_takers with (security_invoker = true) as
  select s.institution_id, s.id as student_id, s.batch_id, o.course_id, t.position as term_position
  from students s
  join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
  join course_offerings o on (o.institution_id, o.batch_id) = (b.institution_id, b.id)
  join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
  join terms t on (t.institution_id, t.session_id) = (b.institution_id, b.session_id)
    and (o.term_position is null or o.term_position = t.position)
  where s.status = 'active' and s.merged_into_id is null and case
    when exists (select from registering_classes r
        where (r.institution_id, r.class_id, r.term_id) = (b.institution_id, b.class_id, t.id))
      then exists (select from registered_for f
        where (f.institution_id, f.student_id, f.term_id, f.course_id) = (s.institution_id, s.id, t.id, o.course_id))
    when o.is_carry_over then false
    else c.elective_group is null or exists (select from student_electives e
      where (e.institution_id, e.student_id, e.offering_id) = (s.institution_id, s.id, o.id)) end;
grant select on course_takers to akada_app;

-- Institutions from before the timetable: their owners confirm which roles get the permissions for it.
update institutions i set to_confirm = array_append(to_confirm, 'timetable')
where not 'timetable' = any (to_confirm)
  and exists (
    select from roles r where r.institution_id = i.id and r.is_seeded
      and r.key in ('ict_administrator', 'principal', 'registrar', 'teacher', 'student', 'guardian')
      and not exists (select from unnest(r.permissions) p where p ~ '^timetable[.]'));
