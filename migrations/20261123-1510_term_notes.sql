/*
 * What people add to a report card besides marks: attendance, traits and remarks. One row a sheet, which is also the
 * lock of its notes, and one a student and term: {"present": "58", "trait:neatness": "A", "teacher": "A keen reader."}.
 */
create table sheet_notes (
  institution_id int not null,
  sheet_id bigint not null,
  times_opened int check (times_opened between 0 and 1000),
  primary key (institution_id, sheet_id),
  foreign key (institution_id, sheet_id) references mark_sheets on delete cascade
);
select akada_institution_table('sheet_notes');

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
