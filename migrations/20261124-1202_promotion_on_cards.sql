/*
 * What follows a session for a student, once it is approved: for the report card of the session's last term, which is
 * sealed before anybody can decide. Null for other terms. For results, which are below.
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
grant execute on function akada_promotion(int, bigint, bigint) to akada_app, akada_gate;
grant select on promotion_decisions, batches, classes, enrolments, terms to akada_gate;

/* The public check says the decision too: it is on the paper, beside what is sealed. */
drop function akada_result_by_code(text);
create function akada_result_by_code(wanted text) returns table (
  institution text, initials text, session text, term text, batch text, courses int, average text, cgpa text,
  "position" text, promotion jsonb, published_on date, replaced_on date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', r.content ->> 'session',
    r.content ->> 'term', r.content ->> 'batch', jsonb_array_length(r.content -> 'courses'),
    r.content #>> '{summary,average}', r.content #>> '{summary,cgpa,value}', r.content #>> '{summary,inBatch,position}',
    akada_promotion(r.institution_id, r.student_id, r.term_id),
    (r.published_at at time zone z.time_zone)::date, (r.replaced_at at time zone z.time_zone)::date
  from published_results r join institutions z on z.id = r.institution_id
  join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  where r.code = wanted
$$;
alter function akada_result_by_code(text) owner to akada_gate;
revoke all on function akada_result_by_code(text) from public;
grant execute on function akada_result_by_code(text) to akada_app;
