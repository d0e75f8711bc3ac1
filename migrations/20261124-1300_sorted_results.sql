/*
 * The list of students sorted and filtered by results. Figures as decimals of 30 places, so that two that look the same
 * rounded keep their order; a class of degree by what it begins at, the highest first.
 */
alter table result_summaries
  add average_exact numeric,
  add cumulative_exact numeric,
  add cgpa_exact numeric,
  add designation_order int;

create function pg_temp.exact(value text) returns numeric language sql immutable as $$
  select round(split_part(value, '/', 1)::numeric(60, 30) / coalesce(nullif(split_part(value, '/', 2), '')::numeric, 1), 30)
$$;

-- A CGPA that counts imported terms was not published: it is the rounded one until results of the student come again.
with latest as (
  select distinct on (p.institution_id, p.student_id) p.institution_id, p.student_id,
    pg_temp.exact(p.content #>> '{summary,average}') as average,
    pg_temp.exact(p.content #>> '{summary,cumulative}') as cumulative,
    pg_temp.exact(p.content #>> '{summary,cgpa,value}') as cgpa
  from published_results p join terms t on (t.institution_id, t.id) = (p.institution_id, p.term_id)
  where p.replaced_at is null
  order by p.institution_id, p.student_id, t.starts_on desc, p.id desc)
update result_summaries r set
  average_exact = case when round(l.average, 2) = r.average then l.average else r.average end,
  cumulative_exact = case when round(l.cumulative, 2) = r.cumulative then l.cumulative else r.cumulative end,
  cgpa_exact = case when round(l.cgpa, 2) = r.cgpa then l.cgpa else r.cgpa end,
  designation_order = (
    select -max((d ->> 'from')::int) from grading_scale_versions v cross join jsonb_array_elements(v.designations) d
    where v.institution_id = r.institution_id and d ->> 'name' = r.designation)
from result_summaries s left join latest l on (l.institution_id, l.student_id) = (s.institution_id, s.student_id)
where (s.institution_id, s.student_id) = (r.institution_id, r.student_id);

drop function pg_temp.exact;

create index on result_summaries (institution_id, average_exact, student_id) where average_exact is not null;
create index on result_summaries (institution_id, cumulative_exact, student_id) where cumulative_exact is not null;
create index on result_summaries (institution_id, cgpa_exact, student_id) where cgpa_exact is not null;
create index on result_summaries (institution_id, position, student_id) where position is not null;
create index on result_summaries (institution_id, designation_order, student_id) where designation_order is not null;
create index on result_summaries (institution_id, designation) where designation is not null;
-- What followed a session.
create index enrolments_by_promotion on enrolments (institution_id, outcome, student_id)
  where outcome in ('promoted', 'on_trial', 'repeated', 'graduated');
