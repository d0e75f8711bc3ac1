/* For assessment: students with a published result of a term, whose marks change by corrections alone. */
create view published_students with (security_invoker = true) as
  select institution_id, student_id, term_id from published_results where replaced_at is null;
grant select on published_students to akada_app;
