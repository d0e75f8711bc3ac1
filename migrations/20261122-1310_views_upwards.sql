-- What a lower feature asks about the rows of a higher one, as views that the higher one keeps true: the tables behind
-- them may change, these columns stay. Row-level security of the tables applies to whoever reads the view.

/* For structure: each student of a session with the last batch there. */
create view session_students with (security_invoker = true) as
  select distinct on (e.institution_id, e.session_id, e.student_id)
    e.institution_id, e.session_id, e.student_id, e.batch_id
  from enrolments e
  order by e.institution_id, e.session_id, e.student_id, e.from_date desc, e.id desc;

/* For structure: students as it counts them. The expression is that of the index. */
create view counted_students with (security_invoker = true) as
  select institution_id, id, batch_id, gender, coalesce(admission_date, '0001-01-01'::date) as admitted_on from students;

/* For accounts: the records that an account can be linked to, with their contacts. */
create view linkable_people with (security_invoker = true) as
  select institution_id, 'student' as type, id, merged_into_id, email, phone, mobile, created_at, updated_at from students
  union all
  select institution_id, 'employee', id, merged_into_id, email, phone, mobile, created_at, updated_at from employees
  union all
  select institution_id, 'guardian', id, merged_into_id, email, phone, mobile, created_at, updated_at from guardians;

/* For accounts: who imported a file of people, and when. */
create view imported_files with (security_invoker = true) as
  select institution_id, account_id, kind, created_at, finished_at from imports;

grant select on session_students, counted_students, linkable_people, imported_files to akada_app;
