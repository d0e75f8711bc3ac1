/*
 * A correction also changes notes of published report cards, and takes a course onto a result or off it. The marks of an
 * added course are among its marks.
 */
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
grant update (student_id) on result_correction_notes to akada_app;

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
