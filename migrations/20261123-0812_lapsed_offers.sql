/* Offers whose last day was yesterday, by intake. */
create function akada_lapsed_offers() returns table (institution_id int, intake_id bigint, offers int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.institution_id, a.intake_id, count(*)::int from applications a join institutions i on i.id = a.institution_id
  where a.status = 'offered' and a.offer_until = (now() at time zone i.time_zone)::date - 1
  group by 1, 2
$$;
alter function akada_lapsed_offers() owner to akada_gate;
revoke all on function akada_lapsed_offers() from public;
grant execute on function akada_lapsed_offers() to akada_app;
grant select on applications to akada_gate;
