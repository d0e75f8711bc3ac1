-- Sign-in reads a local phone number as the countries of the institutions write it, before anybody has entered one.

/* The countries of all institutions; Nigeria for one that has not said. */
create function akada_countries() returns text[]
language sql stable security definer set search_path = public, pg_temp
as $$ select coalesce(array_agg(distinct coalesce(country_id, 'NG')), '{}') from institutions $$;
alter function akada_countries() owner to akada_gate;
revoke all on function akada_countries() from public;
grant execute on function akada_countries() to akada_app;
