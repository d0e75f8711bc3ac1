-- Functions stand beside the table that they serve, also those that read tables below.
set local check_function_bodies = off;

-- Assessment ---------------------------------------------------------------------------------------------------------

/*
 * How marks are graded and made up: decision 0036. Marks, points and bands are whole hundredths everywhere. A version
 * is what a scale or a scheme was at a time; sheets and results name versions, which never change.
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

/* Versions of grading scales, with their bands. */
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

/* How courses are assessed: components, weights, pass mark. */
create table assessment_schemes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  version int not null default 1 check (version > 0),
  -- Averages of 100, or grade points by units.
  system text not null check (system in ('average', 'gpa')),
  components jsonb not null
    check (jsonb_typeof(components) = 'array' and jsonb_array_length(components) between 1 and 12),
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
  repeats text not null default 'all_attempts' check (repeats in ('all_attempts', 'replaces', 'highest')),
  traits jsonb not null default '[]' check (jsonb_typeof(traits) = 'array'),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What positions, grades and remarks go by in the last term of a session: that term, or the result of the session.
  last_term text not null default 'term' check (last_term in ('term', 'cumulative')),
  -- Courses are passed or failed alone: they earn units, and have no part in averages, points and positions.
  pass_fail boolean not null default false,
  -- Of how many courses the points are added up to an aggregate.
  aggregate_of int check (aggregate_of between 1 and 20),
  -- How a GPA is written: its decimals, and whether the rest is rounded or cut off.
  gpa_form text not null default 'round2' check (gpa_form in ('round2', 'cut2', 'round3', 'cut3')),
  primary key (institution_id, id),
  foreign key (institution_id, scale_id) references grading_scales
);
create unique index assessment_schemes_name on assessment_schemes (institution_id, lower(name)) where archived_at is null;
select akada_institution_table('assessment_schemes', 'select, insert, update');
grant select on assessment_schemes to akada_gate;

/* Makes cached actors stale when the first scheme of a grading system is added: pages then show its fields. */
create function akada_touch_grading() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_touch(array(
    select a.id from accounts a where (a.is_group_administrator or exists (
      select from memberships m where m.account_id = a.id and m.institution_id in (select institution_id from changed)))
    and exists (select from changed c where not exists (
      select from assessment_schemes s where s.institution_id = c.institution_id and s.system = c.system
        and s.id not in (select id from changed)))));
  return null;
end $$;
alter function akada_touch_grading() owner to akada_gate;

create trigger touch_accounts_added after insert on assessment_schemes
  referencing new table as changed for each statement execute function akada_touch_grading();

/* Versions of assessment schemes. */
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
grant select on mark_sheets to akada_gate;
select akada_session_table('mark_sheets', '{term_id,terms,session_id}');

/* Open sheets that are due today, tomorrow or in three days, where the school is. */
create function akada_due_marks() returns table (institution_id int, sheet_id bigint, days int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.institution_id, s.id, s.due_on - (now() at time zone i.time_zone)::date
  from mark_sheets s join institutions i on i.id = s.institution_id
  where s.state = 'open' and s.due_on - (now() at time zone i.time_zone)::date in (0, 1, 3)
$$;
alter function akada_due_marks() owner to akada_gate;
revoke all on function akada_due_marks() from public;
grant execute on function akada_due_marks() to akada_app;

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
select akada_session_table('mark_sheet_courses', '{sheet_id,mark_sheets,term_id,terms,session_id}');

/*
 * The marks of a student in a course and term: {"test": 1850, "exam": "absent"}. They belong to the student, so they
 * go along when the student changes the batch.
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
select akada_session_table('marks', '{term_id,terms,session_id}');

/* What moving a student asks of results: the terms of a batch's session that are published. */
create view published_batches with (security_invoker = true) as
  select s.institution_id, s.batch_id, s.term_id, t.name as term, t.position
  from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id) where s.state = 'published';
grant select on published_batches to akada_app;

-- Term notes ---------------------------------------------------------------------------------------------------------

/*
 * The lock and the counts of the notes on a sheet; the notes are in term_notes: {"present": "58", "trait:neatness":
 * "A", "teacher": "A keen reader."}.
 */
create table sheet_notes (
  institution_id int not null,
  sheet_id bigint not null,
  times_opened int check (times_opened between 0 and 1000),
  primary key (institution_id, sheet_id),
  foreign key (institution_id, sheet_id) references mark_sheets on delete cascade
);
select akada_institution_table('sheet_notes');
select akada_session_table('sheet_notes', '{sheet_id,mark_sheets,term_id,terms,session_id}');

/* What people add to a student's report card: attendance, traits and remarks. */
create table term_notes (
  institution_id int not null,
  student_id bigint not null,
  term_id bigint not null,
  notes jsonb not null default '{}' check (jsonb_typeof(notes) = 'object'),
  -- Who wrote each of them last: {"teacher": 12}.
  written_by jsonb not null default '{}' check (jsonb_typeof(written_by) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (institution_id, student_id, term_id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms
);
create index on term_notes (institution_id, term_id, updated_at);
select akada_institution_table('term_notes');
select akada_session_table('term_notes', '{term_id,terms,session_id}');

/* Remarks to choose from, for averages from `from_average` to below `to_average`, in hundredths. */
create table remark_bank (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  writer text not null check (writer in ('teacher', 'principal')),
  from_average int not null check (from_average between 0 and 10000),
  to_average int not null check (to_average between 1 and 10001),
  remark text not null check (length(remark) between 1 and 200),
  primary key (institution_id, id),
  constraint remark_bank_once unique (institution_id, writer, from_average, to_average, remark),
  check (from_average < to_average)
);
select akada_institution_table('remark_bank');

/* For assessment: who has written a remark about a student in a term. */
create view written_remarks with (security_invoker = true) as
  select n.institution_id, n.student_id, n.term_id, w.writer
  from term_notes n cross join (values ('teacher'), ('principal')) w (writer)
  where coalesce(n.notes ->> w.writer, '') <> '';
grant select on written_remarks to akada_app;

-- Results ------------------------------------------------------------------------------------------------------------

/*
 * Corrections of published results: which marks, and why. Who agreed or refused, and when, is in its approval. What a
 * correction did is in the changes of marks and the published results that name it.
 */
create table result_corrections (
  institution_id int not null,
  id bigint generated always as identity,
  sheet_id bigint not null,
  reason text not null check (length(reason) between 1 and 300),
  -- Of the comparison that was seen when it was asked for.
  seen text not null,
  account_id bigint not null,
  asked_at timestamptz not null default now(),
  -- A result of somebody who joined after the publication is added by a correction; the figures of the class can
  -- stay.
  keeps_figures boolean not null default false,
  primary key (institution_id, id),
  foreign key (institution_id, sheet_id) references mark_sheets
);
create index on result_corrections (institution_id, sheet_id);
select akada_institution_table('result_corrections', 'select, insert');
grant update (reason) on result_corrections to akada_app;

/*
 * Results as they were published: what a report card says, in a chain of seals with the installation's key. Only that
 * a later publication replaces one is written afterwards.
 */
create table published_results (
  institution_id int not null,
  id bigint generated always as identity,
  -- Its place in the institution's chain, without gaps.
  seq bigint not null check (seq > 0),
  student_id bigint not null,
  term_id bigint not null,
  batch_id bigint not null,
  content jsonb storage external not null,
  -- Of the content, and of the seal before.
  digest bytea not null check (length(digest) = 32),
  seal bytea not null check (length(seal) = 32),
  -- In the address of the public check.
  code text not null check (length(code) = 16),
  published_at timestamptz not null,
  account_id bigint,
  replaced_at timestamptz,
  correction_id bigint,
  primary key (institution_id, id),
  unique (institution_id, seq),
  unique (institution_id, code),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, correction_id) references result_corrections
);
create unique index published_results_current on published_results (institution_id, student_id, term_id) where replaced_at is null;
create index on published_results (institution_id, term_id, batch_id);
create index on published_results (institution_id, batch_id);
create index published_results_by_code on published_results (code);
create index on published_results (institution_id, correction_id) where correction_id is not null;
create index on published_results (institution_id, student_id, term_id, seq);
select akada_institution_table('published_results', 'select, insert');
grant update (student_id, replaced_at) on published_results to akada_app;
grant select on published_results to akada_gate;
select akada_session_table('published_results', '{term_id,terms,session_id}');

/* Institutions with published results, for the nightly check of their seals. */
create function akada_institutions_with_results() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct r.institution_id from published_results r order by 1 $$;
alter function akada_institutions_with_results() owner to akada_gate;
revoke all on function akada_institutions_with_results() from public;
grant execute on function akada_institutions_with_results() to akada_app;

/* For the public check: what a paper must say. The code is 96 random bits, and the page is limited. */
create function akada_result_by_code(wanted text) returns table (
  institution text, initials text, session text, term text, batch text, courses int, average text, cgpa text,
  gpa_form text, "position" text, promotion jsonb, published_on date, replaced_on date,
  institution_id int, seq bigint, term_id bigint, batch_id bigint, published_at timestamptz, digest bytea, actual bytea,
  seal bytea, seal_before bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', r.content ->> 'session',
    r.content ->> 'term', r.content ->> 'batch', jsonb_array_length(r.content -> 'courses'),
    r.content #>> '{summary,average}', r.content #>> '{summary,cgpa,value}', r.content #>> '{rule,gpaForm}',
    r.content #>> '{summary,inBatch,position}', akada_promotion(r.institution_id, r.student_id, r.term_id),
    (r.published_at at time zone z.time_zone)::date, (n.published_at at time zone z.time_zone)::date,
    r.institution_id, r.seq, r.term_id, r.batch_id, r.published_at, r.digest,
    sha256(convert_to(r.content::text, 'UTF8')), r.seal,
    (select p.seal from published_results p where (p.institution_id, p.seq) = (r.institution_id, r.seq - 1))
  from published_results r join institutions z on z.id = r.institution_id
  join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  left join lateral (select l.published_at from published_results l
    where (l.institution_id, l.student_id, l.term_id) = (r.institution_id, r.student_id, r.term_id) and l.seq > r.seq
    order by l.seq limit 1) n on true
  where r.code = wanted
$$;
alter function akada_result_by_code(text) owner to akada_gate;
revoke all on function akada_result_by_code(text) from public;
grant execute on function akada_result_by_code(text) to akada_app;

/*
 * Where each student stands: figures of the latest published term, and the CGPA with its class. Updated whenever
 * results are published, corrected or imported; rounded for display, so nothing is decided by them.
 */
create table result_summaries (
  institution_id int not null,
  student_id bigint not null,
  session text not null,
  term text not null,
  system text not null check (system in ('average', 'gpa')),
  average numeric(7,2),
  cumulative numeric(7,2),
  gpa numeric,
  cgpa numeric,
  position int,
  position_of int,
  designation text,
  -- The list of students is sorted and filtered by these. Figures have 30 decimal places, so that two that look the
  -- same when rounded keep their order; a class of degree is stored as the figure it begins at.
  average_exact numeric,
  cumulative_exact numeric,
  cgpa_exact numeric,
  designation_order int,
  primary key (institution_id, student_id),
  foreign key (institution_id, student_id) references students
);
create index on result_summaries (institution_id, average_exact, student_id) where average_exact is not null;
create index on result_summaries (institution_id, cumulative_exact, student_id) where cumulative_exact is not null;
create index on result_summaries (institution_id, cgpa_exact, student_id) where cgpa_exact is not null;
create index on result_summaries (institution_id, position, student_id) where position is not null;
create index on result_summaries (institution_id, designation_order, student_id) where designation_order is not null;
create index on result_summaries (institution_id, designation) where designation is not null;
select akada_institution_table('result_summaries');

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
  correction_id bigint,
  primary key (institution_id, id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, course_id) references courses,
  foreign key (institution_id, correction_id) references result_corrections,
  check (was is distinct from entered)
);
create index on mark_changes (institution_id, student_id, term_id, course_id, component, id desc);
create index on mark_changes (institution_id, correction_id) where correction_id is not null;
-- The latest change of a course's marks is the end of an index; before, all of them were read for it.
create index on mark_changes (institution_id, term_id, course_id, id);
select akada_institution_table('mark_changes', 'select, insert');
grant update (student_id) on mark_changes to akada_app;
select akada_session_table('mark_changes', '{term_id,terms,session_id}');

/* Marks that a correction changes. */
create table result_correction_cells (
  institution_id int not null,
  id bigint generated always as identity,
  correction_id bigint not null,
  student_id bigint not null,
  course_id bigint not null,
  component text not null,
  was jsonb,
  entered jsonb,
  primary key (institution_id, id),
  unique (institution_id, correction_id, student_id, course_id, component),
  foreign key (institution_id, correction_id) references result_corrections,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, course_id) references courses,
  check (was is distinct from entered)
);
create index on result_correction_cells (institution_id, student_id);
create index on result_correction_cells (institution_id, course_id);
select akada_institution_table('result_correction_cells', 'select, insert');
grant update (student_id) on result_correction_cells to akada_app;

/* Notes of published report cards that a correction changes. */
create table result_correction_notes (
  institution_id int not null,
  id bigint generated always as identity,
  correction_id bigint not null,
  student_id bigint not null,
  -- As in term_notes: 'present', 'trait:neatness', 'teacher', 'principal'.
  field text not null,
  -- Empty is not entered. The student's own names are places, as in published results.
  was text not null,
  entered text not null,
  primary key (institution_id, id),
  unique (institution_id, correction_id, student_id, field),
  foreign key (institution_id, correction_id) references result_corrections,
  foreign key (institution_id, student_id) references students,
  check (was <> entered)
);
create index on result_correction_notes (institution_id, student_id);
select akada_institution_table('result_correction_notes', 'select, insert');
grant update (student_id, was, entered) on result_correction_notes to akada_app;

/* Courses that a correction adds to a result or removes from it. */
create table result_correction_courses (
  institution_id int not null,
  id bigint generated always as identity,
  correction_id bigint not null,
  student_id bigint not null,
  course_id bigint not null,
  change text not null check (change in ('added', 'removed')),
  primary key (institution_id, id),
  unique (institution_id, correction_id, student_id, course_id),
  foreign key (institution_id, correction_id) references result_corrections,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, course_id) references courses
);
create index on result_correction_courses (institution_id, student_id);
create index on result_correction_courses (institution_id, course_id);
select akada_institution_table('result_correction_courses', 'select, insert');
grant update (student_id) on result_correction_courses to akada_app;

/*
 * Results from before the product, or of another school: terms of past years, course by course, so that transcripts
 * begin at the beginning. They are imported and removed as a whole, never edited.
 */
create table past_terms (
  institution_id int not null,
  id bigint generated always as identity,
  student_id bigint not null,
  import_id bigint,
  -- '2021/2022', and the year in which it began.
  session text not null check (length(session) between 1 and 60),
  year int not null check (year between 1900 and 2200),
  term text not null check (length(term) between 1 and 60),
  -- Of the term in its session.
  position int not null check (position between 1 and 12),
  -- The class or level of that time, as it was called.
  class_name text check (length(class_name) between 1 and 120),
  system text not null check (system in ('average', 'gpa')),
  -- Hundredths of a mark, where the school had worked it out; else it is the mean of the totals.
  average int check (average between 0 and 10000),
  rank int check (rank > 0),
  rank_of int,
  -- When a term of past years was added: a card that was sealed before can't count it.
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  unique (institution_id, student_id, year, position),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, import_id) references imports on delete set null (import_id),
  check (rank_of >= rank)
);
create index on past_terms (institution_id, import_id) where import_id is not null;
select akada_institution_table('past_terms');

/* Results of past terms, one for each student and course. */
create table past_results (
  institution_id int not null,
  past_term_id bigint not null,
  -- As they were then; the code tells the same course in two terms.
  code text not null check (length(code) between 1 and 20),
  title text not null check (length(title) between 1 and 160),
  units int not null default 1 check (units between 0 and 60),
  -- Hundredths of a mark. Old records can have a grade alone.
  total int check (total between 0 and 10000),
  grade text check (length(grade) between 1 and 10),
  -- Hundredths of a grade point.
  points numeric check (points between 0 and 10000),
  passed boolean not null,
  primary key (institution_id, past_term_id, code),
  foreign key (institution_id, past_term_id) references past_terms on delete cascade,
  check (total is not null or grade is not null)
);
select akada_institution_table('past_results');

/*
 * How report cards look: one design for the institution and one for each programme that has its own, by layout. A
 * version never changes, and published results name theirs, so that printing one again looks the same.
 */
create table card_designs (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  layout text not null check (layout in ('secondary', 'college')),
  program_id bigint,
  version int not null default 1 check (version > 0),
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  updated_at timestamptz not null default now(),
  -- When a programme returned to the institution's design. Its versions stay for results published with them.
  retired_at timestamptz,
  primary key (institution_id, id),
  constraint card_designs_place unique nulls not distinct (institution_id, layout, program_id),
  foreign key (institution_id, program_id) references programs
);
select akada_institution_table('card_designs');

/* Versions of report card designs. */
create table card_design_versions (
  institution_id int not null,
  design_id bigint not null,
  version int not null,
  content jsonb not null,
  created_at timestamptz not null default now(),
  primary key (institution_id, design_id, version),
  foreign key (institution_id, design_id) references card_designs
);
select akada_institution_table('card_design_versions', 'select, insert');

/* Files of the report cards of many classes: made by a job, downloaded, and deleted a day later. */
create table card_files (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- In the order of the pages.
  sheet_ids bigint[] not null check (cardinality(sheet_ids) between 1 and 500),
  card_count int not null check (card_count > 0),
  -- The public address, for the codes that prove a report card.
  origin text check (length(origin) <= 300),
  done_count int not null default 0,
  file_id bigint,
  failure text,
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (institution_id, id),
  check ((state = 'done') = (file_id is not null))
);
create index on card_files (institution_id, created_at);
select akada_institution_table('card_files');
grant select, delete on card_files to akada_gate;

/* Deletes the files that are older than so many days; returns where they are stored. */
create function akada_tidy_card_files(days int) returns setof text
language sql volatile security definer set search_path = public, pg_temp
as $$
  with old as (
    delete from card_files where created_at < now() - make_interval(days => $1) returning institution_id, file_id)
  delete from files f using old where (f.institution_id, f.id) = (old.institution_id, old.file_id)
  returning f.stored_as
$$;
alter function akada_tidy_card_files(int) owner to akada_gate;
revoke all on function akada_tidy_card_files(int) from public;
grant execute on function akada_tidy_card_files(int) to akada_app;

/* For assessment: students with a published result of a term, whose marks change by corrections alone. */
create view published_students with (security_invoker = true) as
  select institution_id, student_id, term_id from published_results where replaced_at is null;
grant select on published_students to akada_app;

-- Course registration ------------------------------------------------------------------------------------------------

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
  -- Whether staff can exceed the unit limits for a student, with a reason.
  allows_override boolean not null default false,
  -- Closed before its last day.
  closed_on date,
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
grant select on registration_periods to akada_gate;
select akada_session_table('registration_periods', '{term_id,terms,session_id}');

/*
 * Makes cached actors stale when the first registration period is added or the last one goes: pages then show course
 * registration, or hide it.
 */
create function akada_touch_registering() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform akada_touch(array(
    select a.id from accounts a where (a.is_group_administrator or exists (
      select from memberships m where m.account_id = a.id and m.institution_id in (select institution_id from changed)))
    and exists (select from changed c where not exists (
      select from registration_periods p where p.institution_id = c.institution_id
        and p.id not in (select id from changed)))));
  return null;
end $$;
alter function akada_touch_registering() owner to akada_gate;

create trigger touch_accounts_added after insert on registration_periods
  referencing new table as changed for each statement execute function akada_touch_registering();
create trigger touch_accounts_gone after delete on registration_periods
  referencing old table as changed for each statement execute function akada_touch_registering();

/* A student's course registration for a term and its state. */
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
  -- Who entered the last submission for the student, from a paper form; null if it was the student.
  entered_by bigint references accounts,
  -- Why it is outside the limits.
  override_reason text check (length(override_reason) between 1 and 300),
  primary key (institution_id, id),
  unique (institution_id, student_id, term_id),
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, term_id) references terms,
  foreign key (institution_id, invoice_id) references invoices,
  check (override_reason is null or entered_by is not null)
);
create index on course_registrations (institution_id, term_id);
create index on course_registrations (institution_id, invoice_id) where invoice_id is not null;
create index on course_registrations (account_id);
create index on course_registrations (entered_by) where entered_by is not null;
select akada_institution_table('course_registrations', 'select, insert, update');
select akada_session_table('course_registrations', '{term_id,terms,session_id}');

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
select akada_session_table('registration_choices', '{registration_id,course_registrations,term_id,terms,session_id}');

/*
 * What a student takes in a term by the last approval, in whichever batch. A registration that was returned since
 * leaves it as it is.
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
select akada_session_table('registered_courses', '{term_id,terms,session_id}');

/* For assessment, which is below: classes in which registration decides about courses. */
create view registering_classes with (security_invoker = true) as
  select institution_id, class_id, term_id from registration_periods;
grant select on registering_classes to akada_app;

/* For assessment, which is below: courses that students are registered for. */
create view registered_for with (security_invoker = true) as
  select institution_id, student_id, term_id, course_id from registered_courses;
grant select on registered_for to akada_app;

/* For structure: registers of its lessons depend on a course of a batch as well. */
create view offering_uses with (security_invoker = true) as
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
grant select on offering_uses to akada_app;

/*
 * For the timetable: which students of a batch take which of its courses in a term. By registration where the class
 * has it, otherwise the compulsory ones and the chosen electives.
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

-- Transcripts --------------------------------------------------------------------------------------------------------

/*
 * Transcripts and statements of result as they were issued, in a chain of seals as published results. Afterwards only
 * a revocation is written, or that the names were erased, whose digest stays.
 */
create table academic_papers (
  institution_id int not null,
  id bigint generated always as identity,
  -- Its place in the institution's chain, without gaps.
  seq bigint not null check (seq > 0),
  kind text not null check (kind in ('transcript', 'statement')),
  number text not null check (length(number) between 1 and 40),
  student_id bigint not null,
  content jsonb not null,
  -- Whose it is, for whom and what for.
  names jsonb,
  content_digest bytea not null check (length(content_digest) = 32),
  names_digest bytea not null check (length(names_digest) = 32),
  -- Of both digests, and of the seal before.
  seal bytea not null check (length(seal) = 32),
  -- In the address of the public check.
  code text not null check (length(code) = 16),
  issued_at timestamptz not null,
  account_id bigint references accounts,
  revoked_at timestamptz,
  revoke_reason text check (length(revoke_reason) between 1 and 300),
  primary key (institution_id, id),
  unique (institution_id, seq),
  unique (institution_id, kind, number),
  unique (institution_id, code),
  foreign key (institution_id, student_id) references students,
  check ((revoked_at is null) = (revoke_reason is null))
);
create index on academic_papers (institution_id, student_id, kind);
create index academic_papers_by_code on academic_papers (code);
create index on academic_papers (account_id);
select akada_institution_table('academic_papers', 'select, insert');
grant update (student_id, names, revoked_at, revoke_reason) on academic_papers to akada_app;
grant select on academic_papers to akada_gate;

/* For the public check: what a paper must say. The code is 96 random bits, and the page is limited. */
create function akada_paper_by_code(wanted text) returns table (
  institution text, kind text, number text, initials text, recipient text, content jsonb, issued_on date,
  is_replaced boolean, revoked_on date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, p.kind, p.number,
    upper(left(p.names ->> 'firstName', 1)) || '. ' || upper(left(p.names ->> 'surname', 1)) || '.', p.names ->> 'recipient',
    p.content, (p.issued_at at time zone z.time_zone)::date,
    exists (select from academic_papers n where (n.institution_id, n.student_id, n.kind) = (p.institution_id, p.student_id, p.kind)
      and n.seq > p.seq and n.revoked_at is null),
    (p.revoked_at at time zone z.time_zone)::date
  from academic_papers p join institutions z on z.id = p.institution_id
  where p.code = wanted
$$;
alter function akada_paper_by_code(text) owner to akada_gate;
revoke all on function akada_paper_by_code(text) from public;
grant execute on function akada_paper_by_code(text) to akada_app;

/* Institutions with transcripts, for the nightly check of their seals. */
create function akada_institutions_with_papers() returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$ select distinct p.institution_id from academic_papers p order by 1 $$;
alter function akada_institutions_with_papers() owner to akada_gate;
revoke all on function akada_institutions_with_papers() from public;
grant execute on function akada_institutions_with_papers() to akada_app;

-- Promotion ----------------------------------------------------------------------------------------------------------

/*
 * What follows a session for each student. Rules are only added to: the latest version holds, and a decision names the
 * version by which it was proposed.
 */
create table promotion_rules (
  institution_id int not null,
  id bigint generated always as identity,
  -- Null: for every class without a rule of its own.
  class_id bigint,
  version int not null check (version > 0),
  -- Null: the class has no rule of its own any more.
  content jsonb,
  account_id bigint,
  created_at timestamptz not null default now(),
  primary key (institution_id, id),
  unique nulls not distinct (institution_id, class_id, version),
  foreign key (institution_id, class_id) references classes on delete cascade
);
select akada_institution_table('promotion_rules', 'select, insert');

/* What was carried out together, and is undone together. */
create table promotion_runs (
  institution_id int not null,
  id bigint generated always as identity,
  session_id bigint not null,
  to_session_id bigint not null,
  students int not null,
  -- Changes of status of those who left.
  move_ids bigint[] not null default '{}',
  account_id bigint,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by bigint,
  undo_reason text check (length(undo_reason) between 1 and 300),
  primary key (institution_id, id),
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, to_session_id) references academic_sessions,
  check ((undone_at is null) = (undo_reason is null))
);
create index on promotion_runs (institution_id, session_id);
create index on promotion_runs (institution_id, to_session_id);
select akada_institution_table('promotion_runs');
select akada_session_table('promotion_runs', '{session_id}');

/* What was decided for each student at the end of a session. */
create table promotion_decisions (
  institution_id int not null,
  session_id bigint not null,
  student_id bigint not null,
  batch_id bigint not null,
  outcome text not null check (outcome in ('promoted', 'on_trial', 'repeat', 'withdrawn', 'graduated')),
  -- What the rule proposed, and in which words.
  proposed text not null check (proposed in ('promoted', 'on_trial', 'repeat', 'graduated', 'withdrawn', 'undecided')),
  reasons jsonb not null default '[]',
  rule_id bigint,
  -- By which a class is put into the next batches; rounded.
  average numeric,
  designation text,
  -- Why a person decided otherwise.
  note text check (length(note) between 1 and 300),
  account_id bigint,
  decided_at timestamptz not null default now(),
  approved_at timestamptz,
  approved_by bigint,
  -- Chosen by hand.
  next_batch_id bigint,
  run_id bigint,
  closed_enrolment_id bigint,
  opened_enrolment_id bigint,
  primary key (institution_id, session_id, student_id),
  foreign key (institution_id, session_id) references academic_sessions,
  foreign key (institution_id, student_id) references students,
  foreign key (institution_id, batch_id) references batches,
  foreign key (institution_id, next_batch_id) references batches on delete set null (next_batch_id),
  foreign key (institution_id, run_id) references promotion_runs,
  foreign key (institution_id, rule_id) references promotion_rules,
  check (outcome = proposed or note is not null),
  check (run_id is null or approved_at is not null)
);
create index on promotion_decisions (institution_id, student_id);
create index on promotion_decisions (institution_id, batch_id);
create index on promotion_decisions (institution_id, next_batch_id) where next_batch_id is not null;
create index on promotion_decisions (institution_id, run_id) where run_id is not null;
create index on promotion_decisions (institution_id, rule_id) where rule_id is not null;
select akada_institution_table('promotion_decisions');
grant select on promotion_decisions to akada_gate;
select akada_session_table('promotion_decisions', '{session_id}');

/*
 * The decision on a student's promotion once it is approved, for the report card of the session's last term; null for
 * other terms.
 */
create function akada_promotion(institution int, student bigint, term bigint) returns jsonb
language sql stable set search_path = public, pg_temp
as $$
  select jsonb_build_object('outcome', d.outcome, 'className', c.name, 'nextClass', coalesce(oc.name, n.name),
    'designation', d.designation, 'on', (d.approved_at at time zone i.time_zone)::date)
  from terms t
  join promotion_decisions d on (d.institution_id, d.session_id, d.student_id) = (t.institution_id, t.session_id, student)
    and d.approved_at is not null
  join institutions i on i.id = d.institution_id
  join batches b on (b.institution_id, b.id) = (d.institution_id, d.batch_id)
  join classes c on (c.institution_id, c.id) = (b.institution_id, b.class_id)
  left join classes n on (n.institution_id, n.id) = (c.institution_id, c.next_class_id)
  left join enrolments o on (o.institution_id, o.id) = (d.institution_id, d.opened_enrolment_id)
  left join batches ob on (ob.institution_id, ob.id) = (o.institution_id, o.batch_id)
  left join classes oc on (oc.institution_id, oc.id) = (ob.institution_id, ob.class_id)
  where t.institution_id = institution and t.id = term and not exists (
    select from terms l where (l.institution_id, l.session_id) = (t.institution_id, t.session_id) and l.position > t.position)
$$;
revoke all on function akada_promotion(int, bigint, bigint) from public;
grant execute on function akada_promotion(int, bigint, bigint) to akada_app;
grant execute on function akada_promotion(int, bigint, bigint) to akada_gate;
