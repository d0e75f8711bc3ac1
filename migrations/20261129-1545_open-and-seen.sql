-- Area: money
/*
 * What is left to pay of an invoice, as a column: of a sum of columns PostgreSQL knows nothing, and took a third of all
 * invoices ever for open.
 */
alter table invoices add open bigint not null generated always as (total - settled - credited) stored;
drop index invoices_institution_id_student_id_idx;
create index invoices_open on invoices (institution_id, student_id) where open > 0;
drop index invoices_institution_id_student_id_id_idx1;
create index invoices_to_fine on invoices (institution_id, student_id, id) where fine_rule is not null and open > 0;
analyze invoices (open);
-- The overview leaves their dues out.
create index invoices_cancelled on invoices (institution_id, id) where cancelled_at is not null;

create or replace function akada_fines_due() returns table (institution_id int, today date)
language sql stable security definer set search_path = public, pg_temp
as $$
  select n.id, (now() at time zone n.time_zone)::date from institutions n
  where exists (select from invoices i
    join invoice_dues d on d.institution_id = i.institution_id and d.invoice_id = i.id
    where i.institution_id = n.id and i.fine_rule is not null and i.open > 0
      and d.due_on < (now() at time zone n.time_zone)::date)
  order by n.id
$$;

/* Whether a line of a statement has shown a payment. Those that none has shown are few among all payments ever. */
alter table payments add is_seen_at_bank boolean not null default false;
update payments p set is_seen_at_bank = true from bank_line_payments t
  where (t.institution_id, t.payment_id) = (p.institution_id, p.id);
create index payments_unseen on payments (institution_id, day, id)
  where not is_seen_at_bank and channel in ('transfer', 'pos', 'cheque', 'gateway');

/* Payments are shown by lines, or no more. */
create function akada_see_payments() returns trigger language plpgsql as $$
begin
  update payments p set is_seen_at_bank = tg_op = 'INSERT' from changed c
  where (p.institution_id, p.id) = (c.institution_id, c.payment_id);
  return null;
end $$;
-- A row is added or deleted, never changed.
revoke update on bank_line_payments from akada_app;
create trigger seen after insert on bank_line_payments
  referencing new table as changed for each statement execute function akada_see_payments();
create trigger seen_no_more after delete on bank_line_payments
  referencing old table as changed for each statement execute function akada_see_payments();

create or replace view payments_at_bank with (security_invoker = true) as
  select p.institution_id, p.id as payment_id, p.channel, p.status, p.day, p.amount, p.currency, p.reference, p.receipt_number,
    p.is_seen_at_bank
  from payments p
  where p.channel in ('transfer', 'pos', 'cheque', 'gateway') and not p.is_test
    and (p.status in ('successful', 'partly_refunded', 'refunded') or p.status = 'pending' and p.channel = 'cheque');
create or replace view payments_unseen_at_bank with (security_invoker = true) as
  select p.institution_id, p.payment_id, p.channel, p.status, p.day, p.amount, p.currency, p.reference, p.receipt_number
  from payments_at_bank p
  where not p.is_seen_at_bank;
