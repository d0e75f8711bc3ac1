/* Open sheets that are due today, tomorrow or in three days, where the school is. */
create function akada_due_marks() returns table (institution_id int, sheet_id bigint, days int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.institution_id, s.id, s.due_on - (now() at time zone i.time_zone)::date
  from mark_sheets s join institutions i on i.id = s.institution_id
  where s.state = 'open' and s.due_on - (now() at time zone i.time_zone)::date in (0, 1, 3)
$$;
alter function akada_due_marks() owner to akada_gate;
revoke all on function akada_due_marks() from public;
grant execute on function akada_due_marks() to akada_app;
grant select on mark_sheets to akada_gate;
