-- Leaving and coming back: what a move's undo puts back, when a certificate was printed, and the numbers that a record
-- took over from those merged into it.

alter table student_moves
  -- Enrolment, batch and sign-ins as they were: what an undo puts back.
  add column content jsonb not null default '{}',
  -- The first of those that were made at once; they are undone together.
  add column together_id bigint,
  add column undone_at timestamptz,
  add foreign key (institution_id, together_id) references student_moves;
create index on student_moves (institution_id, together_id) where together_id is not null;

-- A paper that was printed before says so on every further print.
alter table certificates add column printed_at timestamptz;
create index certificates_latest on certificates (institution_id, id desc);

-- A merged record's number stays its own, and who searches for it finds the record that was kept.
alter table students add column former_numbers text check (length(former_numbers) <= 2000);
alter table students alter column search_text set expression as
  (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || admission_number
    || coalesce(' ' || registration_number, '') || coalesce(' ' || phone, '') || coalesce(' ' || mobile, '')
    || coalesce(' ' || former_numbers, '')));
create or replace view findable_students as
  select * from students where institution_id = any ((select akada_institutions())::int[]);

alter table employees add column former_numbers text check (length(former_numbers) <= 2000);
alter table employees alter column search_text set expression as
  (akada_searchable(surname || ' ' || first_name || coalesce(' ' || middle_name, '') || ' ' || employee_number
    || coalesce(' ' || phone, '') || coalesce(' ' || mobile, '') || coalesce(' ' || email, '')
    || coalesce(' ' || former_numbers, '')));
create or replace view findable_employees as
  select * from employees where institution_id = any ((select akada_institutions())::int[]);

-- Of two records of one employee the moves become the kept one's.
grant update (employee_id) on employee_moves to akada_app;

-- What happened stays written: of issued papers, moves and merges only this changes.
revoke update on certificates, student_moves, merges from akada_app;
grant update (student_id, content, printed_at, voided_at, void_reason) on certificates to akada_app;
grant update (student_id, reason, destination, content, together_id, undone_at) on student_moves to akada_app;
grant update (content, undone_at) on merges to akada_app;
