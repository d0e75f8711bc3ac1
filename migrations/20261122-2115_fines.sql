/* Invoices that late payment may add fines to. */
create index on invoices (institution_id, student_id, id) where fine_rule is not null and settled + credited < total;

/* For the nightly fines: institutions with an instalment that may be late, and their day. */
create function akada_fines_due() returns table (institution_id int, today date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select n.id, (now() at time zone n.time_zone)::date from institutions n
  where exists (select from invoices i
    join invoice_dues d on d.institution_id = i.institution_id and d.invoice_id = i.id
    where i.institution_id = n.id and i.fine_rule is not null and i.settled + i.credited < i.total
      and d.due_on < (now() at time zone n.time_zone)::date)
  order by n.id
$$;
alter function akada_fines_due() owner to akada_gate;
revoke all on function akada_fines_due() from public;
grant execute on function akada_fines_due() to akada_app;
grant select on invoices, invoice_dues, institutions to akada_gate;
