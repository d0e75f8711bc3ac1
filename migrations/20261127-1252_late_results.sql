/* A result of somebody who joined after the publication is added by a correction; the figures of the class can stay. */
alter table result_corrections add keeps_figures boolean not null default false;

/* What moving a student asks of results: the terms of a batch's session that are published. */
create view published_batches with (security_invoker = true) as
  select s.institution_id, s.batch_id, s.term_id, t.name as term, t.position
  from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id) where s.state = 'published';
grant select on published_batches to akada_app;
