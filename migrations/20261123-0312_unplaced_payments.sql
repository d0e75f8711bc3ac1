/* The public page of a receipt also says that nobody has identified the money, perhaps again. */
create or replace function akada_verify_receipt(receipt_code text) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'institution', i.name, 'accent', i.accent, 'number', p.receipt_number, 'day', p.day, 'amount', p.amount,
    'currency', p.currency, 'status', p.status, 'isTest', p.is_test, 'inSuspense', p.in_suspense,
    'students', coalesce((select jsonb_agg(left(s.first_name, 1) || '. ' || left(s.surname, 1) || '.' order by s.id)
      from payment_shares h join students s on (s.institution_id, s.id) = (h.institution_id, h.student_id)
      where h.institution_id = p.institution_id and h.payment_id = p.id and h.amount > 0), '[]'))
  from payments p join institutions i on i.id = p.institution_id
  where p.code = receipt_code and (p.receipt_number is not null or p.channel = 'cheque' and p.status in ('pending', 'failed'))
$$;
