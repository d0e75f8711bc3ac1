/*
 * Payments that no line of a statement has shown yet, the one definition of "not seen at the bank" (docs/decisions/0068).
 * Clearing a cheque by hand changes its status, not whether the bank has shown it. Cash is banked in lumps and waits for
 * nothing; waivers and opening credits are no money.
 */
create view payments_unseen_at_bank with (security_invoker = true) as
  select p.institution_id, p.id as payment_id, p.channel, p.status, p.day, p.amount, p.currency
  from payments p
  where p.channel in ('transfer', 'pos', 'cheque', 'gateway') and not p.is_test
    and (p.status in ('successful', 'partly_refunded', 'refunded') or p.status = 'pending' and p.channel = 'cheque')
    and not exists (select from bank_line_payments t
      where t.institution_id = p.institution_id and t.payment_id = p.id);
grant select on payments_unseen_at_bank to akada_app;
