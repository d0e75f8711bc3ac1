/* The institutions with drafts or closed applications that have been kept for longer than these days. */
create function akada_applications_to_tidy(draft_days int, closed_days int) returns table (institution_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.id from institutions i where exists (
    select from applications a where a.institution_id = i.id and a.status = 'draft'
      and a.started_at < now() - make_interval(days => $1) and a.anonymised_at is null)
  or exists (
    select from applications a where a.institution_id = i.id and a.status in ('rejected', 'withdrawn')
      and a.closed_at < now() - make_interval(days => $2) and a.anonymised_at is null)
$$;
alter function akada_applications_to_tidy(int, int) owner to akada_gate;
revoke all on function akada_applications_to_tidy(int, int) from public;
grant execute on function akada_applications_to_tidy(int, int) to akada_app;
grant select on applications to akada_gate;
create index applications_closed on applications (institution_id, closed_at)
  where status in ('rejected', 'withdrawn') and anonymised_at is null;
