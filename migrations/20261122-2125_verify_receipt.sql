/*
 * What the public address on a receipt says, by its code alone: visitors have no institution, and see no names. Null for
 * a code that nobody has given.
 */
create function akada_verify_receipt(receipt_code text) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'institution', i.name, 'accent', i.accent, 'number', p.receipt_number, 'day', p.day, 'amount', p.amount,
    'currency', p.currency, 'status', p.status, 'isTest', p.is_test,
    'students', coalesce((select jsonb_agg(left(s.first_name, 1) || '. ' || left(s.surname, 1) || '.' order by s.id)
      from payment_shares h join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
      where h.institution_id = p.institution_id and h.payment_id = p.id and h.amount > 0), '[]'))
  from payments p join institutions i on i.id = p.institution_id
  where p.code = receipt_code and (p.receipt_number is not null or p.channel = 'cheque' and p.status in ('pending', 'failed'))
$$;
alter function akada_verify_receipt(text) owner to akada_gate;
revoke all on function akada_verify_receipt(text) from public;
grant execute on function akada_verify_receipt(text) to akada_app;
grant select on payments, payment_shares, students, institutions to akada_gate;
-- The code alone is looked up.
create index on payments (code);
