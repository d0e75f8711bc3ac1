/* The institutions of an account that ask for two-step verification: what a sign-in needs to know in one round trip. */
create function akada_strict_institutions(account bigint) returns int[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(array_agg(id), '{}') from institutions
  where require_second_factor and id = any (akada_institutions_of(account))
$$;
alter function akada_strict_institutions(bigint) owner to akada_gate;
revoke all on function akada_strict_institutions(bigint) from public;
grant execute on function akada_strict_institutions(bigint) to akada_app;
