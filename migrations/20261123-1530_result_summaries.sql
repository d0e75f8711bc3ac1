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
  average numeric(7, 2),
  cumulative numeric(7, 2),
  gpa numeric(6, 2),
  cgpa numeric(6, 2),
  position int,
  position_of int,
  designation text,
  primary key (institution_id, student_id),
  foreign key (institution_id, student_id) references students
);
select akada_institution_table('result_summaries');

-- A student who was promoted on trial.
alter table enrolments drop constraint enrolments_outcome_check;
alter table enrolments add constraint enrolments_outcome_check check
  (outcome in ('moved', 'promoted', 'on_trial', 'repeated', 'graduated', 'withdrawn', 'transferred', 'deceased'));
