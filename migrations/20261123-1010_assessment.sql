/*
 * How marks are graded and made up: decision 0036. Marks, points and bands are whole hundredths everywhere. A version is
 * what a scale or a scheme was at a time; sheets and results name versions, which never change.
 */
create table grading_scales (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  version int not null default 1 check (version > 0),
  -- The scale is for students who were admitted from this day on; earlier ones keep the version before.
  entry_from date,
  bands jsonb not null check (jsonb_typeof(bands) = 'array' and jsonb_array_length(bands) between 1 and 30),
  designations jsonb not null default '[]' check (jsonb_typeof(designations) = 'array'),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id)
);
create unique index grading_scales_name on grading_scales (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('grading_scales', 'select, insert, update');

create table grading_scale_versions (
  institution_id int not null,
  scale_id bigint not null,
  version int not null,
  entry_from date,
  bands jsonb not null,
  designations jsonb not null,
  created_at timestamptz not null default now(),
  primary key (institution_id, scale_id, version),
  foreign key (institution_id, scale_id) references grading_scales
);
select akada_institution_table('grading_scale_versions', 'select, insert');

create table assessment_schemes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  version int not null default 1 check (version > 0),
  -- Averages of 100, or grade points by units.
  system text not null check (system in ('average', 'gpa')),
  components jsonb not null check (jsonb_typeof(components) = 'array' and jsonb_array_length(components) between 1 and 12),
  -- The smallest part of a mark: 100 for whole marks, 50 for halves.
  step int not null default 100 check (step in (1, 10, 25, 50, 100)),
  pass_mark int not null check (pass_mark between 0 and 10000),
  scale_id bigint not null,
  cumulative text not null default 'mean' check (cumulative in ('mean', 'weighted', 'last')),
  weights jsonb not null default '[]' check (jsonb_typeof(weights) = 'array'),
  ranks_batch boolean not null default true,
  ranks_class boolean not null default false,
  ranks_courses boolean not null default true,
  minimum_courses int not null default 1 check (minimum_courses between 1 and 60),
  repeats text not null default 'all_attempts' check (repeats in ('all_attempts', 'replaces')),
  traits jsonb not null default '[]' check (jsonb_typeof(traits) = 'array'),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, scale_id) references grading_scales
);
create unique index assessment_schemes_name on assessment_schemes (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('assessment_schemes', 'select, insert, update');

create table assessment_scheme_versions (
  institution_id int not null,
  scheme_id bigint not null,
  version int not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (institution_id, scheme_id, version),
  foreign key (institution_id, scheme_id) references assessment_schemes
);
select akada_institution_table('assessment_scheme_versions', 'select, insert');

/* Where a scheme holds: the most specific row wins. None of the three is the institution's own. */
create table scheme_uses (
  institution_id int not null,
  id bigint generated always as identity,
  scheme_id bigint not null,
  program_id bigint,
  class_id bigint,
  course_id bigint,
  primary key (institution_id, id),
  constraint scheme_uses_place unique nulls not distinct (institution_id, program_id, class_id, course_id),
  foreign key (institution_id, scheme_id) references assessment_schemes,
  foreign key (institution_id, program_id) references programs on delete cascade,
  foreign key (institution_id, class_id) references classes on delete cascade,
  foreign key (institution_id, course_id) references courses on delete cascade,
  check (num_nonnulls(program_id, class_id) < 2)
);
create index on scheme_uses (institution_id, scheme_id);
select akada_institution_table('scheme_uses');

/* The marks of a batch in a term, from opening to publication. */
create table mark_sheets (
  institution_id int not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  term_id bigint not null,
  state text not null default 'open' check (state in ('open', 'locked', 'approved', 'published')),
  due_on date,
  opened_at timestamptz not null default now(),
  locked_at timestamptz,
  approved_at timestamptz,
  published_at timestamptz,
  primary key (institution_id, id),
  constraint mark_sheets_place unique (institution_id, term_id, batch_id),
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, term_id) references terms
);
create index on mark_sheets (institution_id, batch_id);
select akada_institution_table('mark_sheets');

/* The courses of a sheet, with the version of the scheme that they are marked by. */
create table mark_sheet_courses (
  institution_id int not null,
  sheet_id bigint not null,
  course_id bigint not null,
  scheme_id bigint not null,
  scheme_version int not null,
  -- The teacher has said that every mark is in.
  done_at timestamptz,
  primary key (institution_id, sheet_id, course_id),
  foreign key (institution_id, sheet_id) references mark_sheets on delete cascade,
  foreign key (institution_id, course_id) references courses,
  foreign key (institution_id, scheme_id, scheme_version) references assessment_scheme_versions
);
create index on mark_sheet_courses (institution_id, course_id);
select akada_institution_table('mark_sheet_courses');

/*
 * The marks of a student in a course and term: {"test": 1850, "exam": "absent"}. They belong to the student, so they go
 * along when the student changes the batch.
 */
create table marks (
  institution_id int not null,
  student_id bigint not null,
  term_id bigint not null,
  course_id bigint not null,
  entries jsonb not null default '{}' check (jsonb_typeof(entries) = 'object'),
  primary key (institution_id, student_id, term_id, course_id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, course_id) references courses
);
create index on marks (institution_id, term_id, course_id);
select akada_institution_table('marks');

/* Every value that a mark has had. Written with the mark, never changed. */
create table mark_changes (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  term_id bigint not null,
  course_id bigint not null,
  component text not null,
  was jsonb,
  entered jsonb,
  account_id bigint,
  at timestamptz not null default now(),
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, course_id) references courses,
  check (was is distinct from entered)
);
create index on mark_changes (institution_id, student_id, term_id, course_id, component, id desc);
create index on mark_changes (institution_id, term_id, course_id);
select akada_institution_table('mark_changes', 'select, insert');
grant update (student_id) on mark_changes to akada_app;
