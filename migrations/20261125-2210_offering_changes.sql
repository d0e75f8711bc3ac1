/* What one form changed in the courses of one or several batches, so that it can be undone while nothing depends on it. */
create table offering_changes (
  institution_id int not null references institutions,
  id bigint generated always as identity,
  batch_ids bigint[] not null,
  -- A list of {batchId, courseId, before, after}; before and after are {employeeId, termPosition}, or null if not offered.
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  account_id bigint references accounts,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  primary key (institution_id, id)
);
create index offering_changes_by_batch on offering_changes using gin (batch_ids);
create index on offering_changes (account_id);
select akada_institution_table('offering_changes', 'select, insert, update');

/* For structure, which is below: what depends on a course of a batch, in words. */
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
  join registration_choices c on (c.institution_id, c.registration_id) = (r.institution_id, r.id);
grant select on offering_uses to akada_app;
