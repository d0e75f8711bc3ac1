-- Intakes and applications -------------------------------------------------------------------------------------------

/* The required documents of an intake, computed once rather than for each row of the list of applications. */
create function akada_required_papers(papers jsonb) returns text[]
language sql immutable parallel safe
return array(select p ->> 'key' from jsonb_array_elements(papers) p where (p ->> 'isRequired')::boolean);

/*
 * A program that takes applications for a session. Its settings are those of its form, its papers and its decisions.
 */
create table intakes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  program_id bigint not null,
  session_id bigint not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  -- Visitors see it from then on.
  published_at timestamptz,
  requires_pin boolean not null default false,
  -- Minor units; zero is none.
  application_fee bigint not null default 0 check (application_fee between 0 and 10000000000000),
  acceptance_fee bigint not null default 0 check (acceptance_fee between 0 and 10000000000000),
  -- Ages on a day; without a day, on the first day of the session.
  minimum_age int check (minimum_age between 1 and 99),
  maximum_age int check (maximum_age between 1 and 99),
  age_on date,
  offer_days int not null default 14 check (offer_days between 1 and 365),
  number_pattern text not null check (length(number_pattern) between 1 and 60),
  introduction text check (length(introduction) <= 2000),
  -- Which fields are asked and required, guardians, previous schools, results.
  form jsonb not null default '{}',
  -- The papers that are asked for: key, label, required or not.
  papers jsonb not null default '[]',
  -- The parts of the entrance examination: key, label, highest mark.
  tests jsonb not null default '[]',
  cutoff numeric(7,2) check (cutoff between 0 and 10000),
  -- The text of the admission letter, with merge fields; null is the standard one.
  letter text check (length(letter) between 1 and 8000),
  -- What the status page says in each state, instead of the standard words.
  words jsonb not null default '{}',
  -- The states of which the applicant is told by message.
  notifies text[] not null default '{submitted,offered,rejected,waiting_list,accepted,admitted,withdrawn}',
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  -- Newly admitted students get the invoices of fees that were billed already.
  bills boolean not null default true,
  required_papers text[] not null generated always as
    (akada_required_papers(papers)) stored,
  primary key (institution_id, id),
  constraint intakes_program unique (institution_id, program_id, session_id),
  foreign key (institution_id, program_id) references programs,
  foreign key (institution_id, session_id) references academic_sessions,
  check (closes_at > opens_at),
  check (minimum_age <= maximum_age)
);
select akada_institution_table('intakes');
select akada_session_table('intakes', '{session_id}');

/* The classes that one can enter, and their seats. */
create table intake_classes (
  institution_id int not null,
  intake_id bigint not null,
  class_id bigint not null,
  -- Null is without a limit.
  seats int check (seats between 0 and 100000),
  primary key (institution_id, intake_id, class_id),
  foreign key (institution_id, intake_id) references intakes,
  foreign key (institution_id, class_id) references classes
);
select akada_institution_table('intake_classes');
select akada_session_table('intake_classes', '{intake_id,intakes,session_id}');

/* Applications for admission, from draft to student. */
create table applications (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  intake_id bigint not null,
  class_id bigint,
  status text not null default 'draft'
    check (status in ('draft', 'submitted', 'under_review', 'offered', 'waiting_list',
    'rejected', 'accepted', 'admitted', 'withdrawn')),
  -- Given when it is sent.
  number text check (length(number) between 1 and 80),
  -- Of the code that opens it for the applicant, keyed with the installation's secret.
  code_hash bytea not null,
  surname text not null check (length(surname) between 1 and 100),
  first_name text not null check (length(first_name) between 1 and 100),
  middle_name text check (length(middle_name) between 1 and 100),
  gender text check (gender in ('female', 'male')),
  birth_date date,
  -- Where messages go; one of them at least.
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  email text check (length(email) <= 200),
  -- Everything else that was answered, as the forms of records name it (src/features/admissions/answers.ts).
  answers jsonb not null default '{}',
  -- Counts what the applicant changes, so that two tabs do not overwrite each other.
  version int not null default 1,
  photo_id bigint,
  photo_small_id bigint,
  -- The record of a returning student, and the batch to return to.
  returning_student_id bigint,
  returning_batch_id bigint,
  pin_id bigint,
  started_at timestamptz not null default now(),
  submitted_at timestamptz,
  -- The sum of the marks, kept by the verbs that write them.
  score numeric(7,2),
  interview numeric(6,2) check (interview between 0 and 1000),
  offered_at timestamptz,
  offer_until date,
  accepted_at timestamptz,
  closed_at timestamptz,
  -- Why it was rejected or withdrawn, as the applicant reads it.
  close_reason text check (length(close_reason) <= 300),
  -- Where a rejected or withdrawn application returns to when it is reopened.
  closed_from text,
  admitted_at timestamptz,
  student_id bigint,
  anonymised_at timestamptz,
  sort_name text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, ''))) stored,
  search_text text collate "C" not null generated always as
    (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || coalesce(number, '')
      || ' ' || coalesce(phone, '') || ' ' || coalesce(email, ''))) stored,
  -- Fees of an application, as its order reports them, and what admitting many at once needs.
  fee_paid_at timestamptz,
  acceptance_paid_at timestamptz,
  primary key (institution_id, id),
  constraint applications_number unique (institution_id, number),
  foreign key (institution_id, intake_id) references intakes,
  foreign key (institution_id, class_id) references classes,
  foreign key (institution_id, photo_id) references files,
  foreign key (institution_id, photo_small_id) references files,
  foreign key (institution_id, returning_student_id) references students,
  foreign key (institution_id, returning_batch_id) references batches,
  foreign key (institution_id, student_id) references students,
  check (num_nonnulls(phone, email) > 0 or anonymised_at is not null),
  check ((status = 'draft') = (submitted_at is null)),
  check (submitted_at is null or number is not null),
  check ((status = 'admitted') = (admitted_at is not null)),
  check (status <> 'admitted' or student_id is not null)
);
create unique index applications_code on applications (institution_id, code_hash);
-- One pin opens one application, whatever the verbs do.
create unique index applications_pin on applications (institution_id, pin_id) where pin_id is not null;
create unique index applications_student on applications (institution_id, student_id, intake_id) where student_id is not null;
create index applications_by_name on applications (institution_id, sort_name, id);
create index applications_by_intake on applications (institution_id, intake_id, status, score desc nulls last, submitted_at, id);
create index applications_latest on applications (institution_id, id desc) where status <> 'draft';
create index applications_offers on applications (institution_id, offer_until) where status = 'offered';
create index applications_drafts on applications (institution_id, started_at) where status = 'draft';
create index applications_returning on applications (institution_id, returning_student_id) where returning_student_id is not null;
create index applications_search on applications using gin (institution_id, search_text gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 1024);
-- The list of applications by score; those without one are last.
create index applications_by_score on applications
  (institution_id, (10000000 - (coalesce(score, -1) * 100)::bigint), id) where status <> 'draft';
create index applications_closed on applications (institution_id, closed_at)
  where status in ('rejected', 'withdrawn') and anonymised_at is null;
select akada_institution_table('applications');
grant select on applications to akada_gate;

/* The institutions with drafts or closed applications that have been kept for longer than these days. */
create function akada_applications_to_tidy(draft_days int, closed_days int) returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.id from institutions i where exists (
    select from applications a where a.institution_id = i.id and a.status = 'draft'
      and a.started_at < now() - make_interval(days => $1) and a.anonymised_at is null)
  or exists (
    select from applications a where a.institution_id = i.id and a.status in ('rejected', 'withdrawn')
      and a.closed_at < now() - make_interval(days => $2) and a.anonymised_at is null)
$$;
alter function akada_applications_to_tidy(int, int) owner to akada_gate;
revoke all on function akada_applications_to_tidy(int, int) from public;
grant execute on function akada_applications_to_tidy(int, int) to akada_app;

/* Offers whose last day was yesterday, by intake. */
create function akada_lapsed_offers() returns table (institution_id int, intake_id bigint, offers int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.institution_id, a.intake_id, count(*)::int from applications a join institutions i on i.id = a.institution_id
  where a.status = 'offered' and a.offer_until = (now() at time zone i.time_zone)::date - 1
  group by 1, 2
$$;
alter function akada_lapsed_offers() owner to akada_gate;
revoke all on function akada_lapsed_offers() from public;
grant execute on function akada_lapsed_offers() to akada_app;

/* Applications for searching, for the same reason as findable_students. */
create view findable_applications as
  select * from applications where institution_id = any ((select akada_institutions())::int[]);
alter view findable_applications owner to akada_gate;
grant select on findable_applications to akada_app;

/* Files that an applicant uploaded. */
create table application_papers (
  institution_id int not null,
  application_id bigint not null,
  -- The key of the intake's paper.
  kind text not null check (length(kind) between 1 and 40),
  file_id bigint not null,
  -- Its name as it was on the applicant's device.
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  primary key (institution_id, application_id, kind),
  foreign key (institution_id, application_id) references applications,
  foreign key (institution_id, file_id) references files
);
select akada_institution_table('application_papers');

/* Written by colleagues, never shown to the applicant. */
create table application_notes (
  institution_id int not null,
  id bigint generated always as identity,
  application_id bigint not null,
  note text not null check (length(note) between 1 and 1000),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, application_id) references applications
);
create index on application_notes (institution_id, application_id, id);
select akada_institution_table('application_notes');

/* What the school asks of an applicant: each opens one part of the form until it is done. */
create table application_tasks (
  institution_id int not null,
  id bigint generated always as identity,
  application_id bigint not null,
  -- person, guardians, schools, results, custom, photo, or paper:<key>.
  part text not null check (length(part) between 1 and 60),
  message text not null check (length(message) between 1 and 300),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  done_at timestamptz,
  -- The school no longer asks for it.
  closed_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, application_id) references applications,
  check (num_nonnulls(done_at, closed_at) < 2)
);
create index on application_tasks (institution_id, application_id, id);
create unique index application_tasks_open on application_tasks (institution_id, application_id, part)
  where done_at is null and closed_at is null;
select akada_institution_table('application_tasks');

-- Entrance exams and decisions ---------------------------------------------------------------------------------------

/* A day of the entrance examination in a hall. */
create table exam_sittings (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  intake_id bigint not null,
  starts_at timestamptz not null,
  venue text not null check (length(venue) between 1 and 120),
  seats int not null check (seats between 1 and 5000),
  note text check (length(note) <= 300),
  created_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, id),
  foreign key (institution_id, intake_id) references intakes
);
create index on exam_sittings (institution_id, intake_id, starts_at);
select akada_institution_table('exam_sittings');

/* Which applicant sits where in an entrance exam. */
create table exam_seats (
  institution_id int not null,
  application_id bigint not null,
  sitting_id bigint not null,
  seat int not null check (seat > 0),
  invited_at timestamptz,
  primary key (institution_id, application_id),
  constraint exam_seats_once unique (institution_id, sitting_id, seat),
  foreign key (institution_id, application_id) references applications,
  foreign key (institution_id, sitting_id) references exam_sittings
);
select akada_institution_table('exam_seats');

/* No row is not entered; a null mark is absent. */
create table exam_scores (
  institution_id int not null,
  application_id bigint not null,
  test text not null check (length(test) between 1 and 40),
  mark numeric(6,2) check (mark between 0 and 1000),
  entered_at timestamptz not null default now(),
  account_id bigint references accounts,
  primary key (institution_id, application_id, test),
  foreign key (institution_id, application_id) references applications
);
select akada_institution_table('exam_scores');

/* A cut-off that was applied to an intake; undone as a whole. */
create table admission_rounds (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  intake_id bigint not null,
  kind text not null check (kind in ('cutoff', 'list', 'admit')),
  -- What was asked for: cut-off, lower bound of the waiting list, deadline.
  terms jsonb not null default '{}',
  made_at timestamptz not null default now(),
  account_id bigint references accounts,
  undone_at timestamptz,
  undone_by bigint references accounts,
  finished_at timestamptz,
  primary key (institution_id, id),
  foreign key (institution_id, intake_id) references intakes
);
create index on admission_rounds (institution_id, intake_id, id);
select akada_institution_table('admission_rounds');

/* Applicants that an admission round decides about. */
create table admission_round_members (
  institution_id int not null,
  round_id bigint not null,
  application_id bigint not null,
  from_status text not null,
  to_status text not null,
  -- A round that is worked through by a job: who is still to be done has no time, who could not be done has a
  -- problem.
  done_at timestamptz,
  problem text check (length(problem) <= 300),
  primary key (institution_id, round_id, application_id),
  foreign key (institution_id, round_id) references admission_rounds,
  foreign key (institution_id, application_id) references applications
);
create index on admission_round_members (institution_id, application_id);
select akada_institution_table('admission_round_members');
