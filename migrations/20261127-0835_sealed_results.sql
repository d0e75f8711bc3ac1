/*
 * Entries of the log that hold digests of rows, or the head of a chain of seals: what verify-results compares with. The
 * sealed log vouches for them; nobody reads them on a page.
 */
create index audit_entries_of_seals on audit_entries (institution_id, id) where details ? 'sealed';

create or replace function akada_told(details jsonb) returns jsonb
language sql immutable parallel safe
as $$
  select case when not details ? 'restricted' then details - 'sealed' else
    (details - array['restricted', 'sealed']) || jsonb_build_object('changes', coalesce(details -> 'changes', '{}') || (
      select coalesce(jsonb_object_agg(field.key, '{"from": "not shown", "to": "not shown"}'::jsonb), '{}')
      from jsonb_each(details -> 'restricted') as part, jsonb_each(part.value) as field)) end
$$;

/*
 * For the public check, which goes by the chain: what a seal covers, the seal before, and the result that came after.
 * Whether a result is replaced is what the chain says, not the row alone.
 */
drop function akada_result_by_code(text);
create function akada_result_by_code(wanted text) returns table (
  institution text, initials text, session text, term text, batch text, courses int, average text, cgpa text,
  "position" text, promotion jsonb, published_on date, replaced_on date,
  institution_id int, seq bigint, term_id bigint, batch_id bigint, published_at timestamptz, digest bytea, actual bytea,
  seal bytea, seal_before bytea)
language sql stable security definer set search_path = public, pg_temp
as $$
  select z.name, upper(left(s.first_name, 1)) || '. ' || upper(left(s.surname, 1)) || '.', r.content ->> 'session',
    r.content ->> 'term', r.content ->> 'batch', jsonb_array_length(r.content -> 'courses'),
    r.content #>> '{summary,average}', r.content #>> '{summary,cgpa,value}', r.content #>> '{summary,inBatch,position}',
    akada_promotion(r.institution_id, r.student_id, r.term_id),
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
create index on published_results (institution_id, student_id, term_id, seq);
