-- Of which day of expiry somebody was told: another day is told anew.
alter table documents add column expiry_told date;
grant select on documents to akada_gate;

/* The institutions in which a paper expires within so many days and nobody was told yet. The daily job enters none before. */
create function akada_expiring(days int) returns setof int
language sql stable security definer set search_path = public
as $$
  select distinct institution_id from documents
  where expires_on between current_date - 1 and current_date + $1 + 1 and removed_at is null
    and expiry_told is distinct from expires_on
$$;
alter function akada_expiring(int) owner to akada_gate;
revoke all on function akada_expiring(int) from public;
grant execute on function akada_expiring(int) to akada_app;
