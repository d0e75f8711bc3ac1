/*
 * Payments whose money reaches a bank by itself and that a line of a statement can be: those that are there, and cheques
 * that wait (docs/decisions/0068). Cash is banked in lumps and waits for nothing; waivers and opening credits are no money.
 */
create view payments_at_bank with (security_invoker = true) as
  select p.institution_id, p.id as payment_id, p.channel, p.status, p.day, p.amount, p.currency, p.reference, p.receipt_number
  from payments p
  where p.channel in ('transfer', 'pos', 'cheque', 'gateway') and not p.is_test
    and (p.status in ('successful', 'partly_refunded', 'refunded') or p.status = 'pending' and p.channel = 'cheque');
grant select on payments_at_bank to akada_app;

/* Those that no line has shown yet. */
create or replace view payments_unseen_at_bank with (security_invoker = true) as
  select p.institution_id, p.payment_id, p.channel, p.status, p.day, p.amount, p.currency, p.reference, p.receipt_number
  from payments_at_bank p
  where not exists (select from bank_line_payments t
    where t.institution_id = p.institution_id and t.payment_id = p.payment_id);
