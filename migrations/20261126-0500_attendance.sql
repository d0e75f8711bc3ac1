/* How an institution takes registers. Without a row: morning and afternoon, with the defaults below. */
create table attendance_rules (
  institution_id int not null references institutions,
  -- Morning and afternoon, once a day, or in each lesson.
  taken text not null default 'twice' check (taken in ('twice', 'once', 'lessons')),
  morning_deadline time not null default '09:00',
  afternoon_deadline time not null default '14:00',
  -- For so many minutes after the deadline a teacher can correct before guardians are told.
  alert_pause int not null default 15 check (alert_pause between 0 and 240),
  -- Students below this percentage, and with so many absences in a row, are found.
  warn_below int not null default 75 check (warn_below between 1 and 100),
  warn_in_row int not null default 3 check (warn_in_row between 2 and 30),
  primary key (institution_id)
);
select akada_institution_table('attendance_rules');

/* An institution's own marks besides the built-in ones, each with the meaning of one of them. */
create table attendance_codes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  letters text not null check (length(letters) between 1 and 3),
  label text not null check (length(label) between 1 and 60),
  meaning text not null
    check (meaning in ('present', 'late', 'absent', 'sick', 'excused', 'suspended', 'excursion')),
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
  constraint attendance_registers_once unique nulls not distinct (institution_id, batch_id, on_date, sitting, offering_id),
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
  primary key (institution_id, register_id, student_id),
  foreign key (institution_id, register_id) references attendance_registers on delete cascade,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, code_id) references attendance_codes,
  check ((kind = 'late') = (minutes is not null))
);
create index on attendance_marks (institution_id, student_id, on_date);
create index on attendance_marks (institution_id, code_id) where code_id is not null;
create index on attendance_marks (marked_by);
select akada_institution_table('attendance_marks');

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
  primary key (institution_id, term_id, student_id, offering_id),
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, student_id) references students,
  check (attended + absent + sick + excused + suspended = called)
) with (fillfactor = 60);
create index on attendance_totals (institution_id, student_id);
select akada_institution_table('attendance_totals');

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

/* A guardian was told once a day that a child is absent, or late. */
create table attendance_alerts (
  institution_id int not null,
  student_id bigint not null,
  on_date date not null,
  kind text not null check (kind in ('absent', 'late')),
  sent_at timestamptz not null default now(),
  primary key (institution_id, student_id, on_date, kind),
  foreign key (institution_id, student_id) references students
);
select akada_institution_table('attendance_alerts');

/* Why a student is or was away, as a guardian or the office says, with a paper if there is one. */
create table attendance_excuses (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on and ends_on <= starts_on + 120),
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

/* For structure: registers of its lessons depend on a course of a batch as well. */
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
  select o.institution_id, o.batch_id, o.course_id, 'registers of its lessons'
  from course_offerings o where exists (select from attendance_registers a
    where (a.institution_id, a.offering_id) = (o.institution_id, o.id));
