/* Offered to a batch for those alone who registered for it as a carry-over. */
alter table course_offerings add column is_carry_over boolean not null default false;

/*
 * Between which days the students of a class register for the courses of a term, within which units. A class without
 * one takes its courses as before: the compulsory ones and the chosen electives.
 */
create table registration_periods (
  institution_id int not null,
  id bigint generated always as identity,
  class_id bigint not null,
  term_id bigint not null,
  minimum_units int not null check (minimum_units between 0 and 200),
  maximum_units int not null check (maximum_units between 1 and 200),
  opens_on date not null,
  closes_on date not null,
  -- Late registration until this day, for a fee in minor units.
  late_until date,
  late_fee bigint check (late_fee > 0),
  late_category_id bigint,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  unique (institution_id, class_id, term_id),
  foreign key (institution_id, class_id) references classes,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, late_category_id) references fee_categories,
  check (minimum_units <= maximum_units),
  check (opens_on <= closes_on and closes_on < late_until),
  check ((late_fee is null) = (late_category_id is null)),
  check (late_fee is null or late_until is not null)
);
create index on registration_periods (institution_id, term_id);
create index on registration_periods (institution_id, late_category_id) where late_category_id is not null;
select akada_institution_table('registration_periods');

create table course_registrations (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  term_id bigint not null,
  state text not null check (state in ('submitted', 'returned', 'approved')),
  submitted_at timestamptz not null,
  -- The late fee is charged once, whatever is returned and sent again.
  is_late boolean not null default false,
  invoice_id bigint,
  decided_at timestamptz,
  account_id bigint references accounts,
  -- What the adviser said.
  remark text check (length(remark) between 1 and 500),
  primary key (institution_id, id),
  unique (institution_id, student_id, term_id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, invoice_id) references invoices
);
create index on course_registrations (institution_id, term_id);
create index on course_registrations (institution_id, invoice_id) where invoice_id is not null;
create index on course_registrations (account_id);
select akada_institution_table('course_registrations', 'select, insert, update');

/* What was chosen, as last submitted. */
create table registration_choices (
  institution_id int not null,
  registration_id bigint not null,
  course_id bigint not null,
  primary key (institution_id, registration_id, course_id),
  foreign key (institution_id, registration_id) references course_registrations,
  foreign key (institution_id, course_id) references courses
);
create index on registration_choices (institution_id, course_id);
select akada_institution_table('registration_choices');

/*
 * What a student takes in a term by the last approval, in whichever batch. A registration that was returned since leaves
 * it as it is.
 */
create table registered_courses (
  institution_id int not null,
  student_id bigint not null,
  term_id bigint not null,
  course_id bigint not null,
  primary key (institution_id, student_id, term_id, course_id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, course_id) references courses
);
create index on registered_courses (institution_id, course_id);
create index on registered_courses (institution_id, term_id);
select akada_institution_table('registered_courses');

/* For assessment, which is below: where registration decides about courses, and what students registered for. */
create view registering_classes with (security_invoker = true) as
  select institution_id, class_id, term_id from registration_periods;
create view registered_for with (security_invoker = true) as
  select institution_id, student_id, term_id, course_id from registered_courses;
grant select on registering_classes, registered_for to akada_app;
