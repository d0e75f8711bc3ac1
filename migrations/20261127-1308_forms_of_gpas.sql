/* Versions of schemes from before say neither. */
alter table assessment_schemes
  -- Of how many courses the points are added up to an aggregate.
  add aggregate_of int check (aggregate_of between 1 and 20),
  -- How a GPA is written: its decimals, and whether the rest is rounded or cut off.
  add gpa_form text not null default 'round2' check (gpa_form in ('round2', 'cut2', 'round3', 'cut3'));

/* Figures with the decimals that their scheme writes, and points with three. */
alter table result_summaries alter gpa type numeric, alter cgpa type numeric;
alter table promotion_decisions alter average type numeric;
alter table past_results alter points type numeric;

/* For the public check, with how the CGPA is written. */
drop function akada_result_by_code(text);
create function akada_result_by_code(wanted text) returns table (
  institution text, initials text, session text, term text, batch text, courses int, average text, cgpa text,
  gpa_form text, "position" text, promotion jsonb, published_on date, replaced_on date,
  institution_id int, seq bigint, term_id bigint, batch_id bigint, published_at timestamptz, digest bytea, actual bytea,
  seal bytea, seal_before bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', r.content ->> 'session',
    r.content ->> 'term', r.content ->> 'batch', jsonb_array_length(r.content -> 'courses'),
    r.content #>> '{summary,average}', r.content #>> '{summary,cgpa,value}', r.content #>> '{rule,gpaForm}',
    r.content #>> '{summary,inBatch,position}', akada_promotion(r.institution_id, r.student_id, r.term_id),
    (r.published_at at time zone z.time_zone)::date, (n.published_at at time zone z.time_zone)::date,
    r.institution_id, r.seq, r.term_id, r.batch_id, r.published_at, r.digest,
    sha256(convert_to(r.content::text, 'UTF8')), r.seal,
    (select p.seal from published_results p where (p.institution_id, p.seq) = (r.institution_id, r.seq - 1))
  from published_results r join institutions z on z.id = r.institution_id
  join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
  left join lateral (select l.published_at from published_results l
    where (l.institution_id, l.student_id, l.term_id) = (r.institution_id, r.student_id, r.term_id) and l.seq > r.seq
    order by l.seq limit 1) n on true
  where r.code = wanted
$$;
alter function akada_result_by_code(text) owner to akada_gate;
revoke all on function akada_result_by_code(text) from public;
grant execute on function akada_result_by_code(text) to akada_app;
