/* Buyers are on no record, so nobody asks for their erasure: how to reach them is forgotten after two years. */
create or replace function akada_tidy_pins(days int) returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  update pins set sealed = null where sealed is not null and expires_on < current_date - 1;
  update orders set buyer_email = null, buyer_phone = null
  where created_at < now() - interval '2 years' and (buyer_email is not null or buyer_phone is not null);
  delete from pin_tries where at < now() - make_interval(days => $1);
$$;
grant update on orders to akada_gate;
