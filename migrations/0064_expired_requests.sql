-- Requests that nobody decided in time: whoever asked and whoever could have decided are told.

create index approvals_expiring on approvals (expires_at) where outcome is null;

create function akada_approvals_expired() returns table (institution_id int, id bigint)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.institution_id, a.id from approvals a where a.outcome is null and a.expires_at <= now() order by a.expires_at, a.id
$$;
alter function akada_approvals_expired() owner to akada_gate;
grant select on approvals to akada_gate;
revoke all on function akada_approvals_expired() from public;
grant execute on function akada_approvals_expired() to akada_app;
