-- Area: money
/*
 * How often a bank has printed a reference on a line that became a payment; the next one gets this number. lower() is not
 * leakproof, so under row-level security each line would read all payments that the bank ever showed.
 */
create function akada_times_used(here int, bank text, printed text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(max(p.reference_again) + 1, 0)::int from payments p
  where here = any (akada_institutions()) and p.institution_id = here and p.channel = 'transfer' and p.provider = bank
    and lower(p.reference) = lower(printed)
$$;
alter function akada_times_used(int, text, text) owner to akada_gate;
revoke all on function akada_times_used(int, text, text) from public;
grant execute on function akada_times_used(int, text, text) to akada_app;
