import { sql } from 'drizzle-orm';

/** Joins that find the document of an entry `e`, for `documentColumns`. The tables belong to features above. */
export const documentJoins = sql`
  left join credit_notes cn on e.source = 'credit_note' and (cn.institution_id, cn.id) = (e.institution_id, e.source_id)
  left join refunds rf on e.source in ('refund', 'refund_payout') and (rf.institution_id, rf.id) = (e.institution_id, e.source_id)
  left join share_moves sm on e.source = 'move' and (sm.institution_id, sm.id) = (e.institution_id, e.source_id)
  left join allocations al on e.source = 'allocation' and (al.institution_id, al.id) = (e.institution_id, e.source_id)
  left join invoices iv on iv.institution_id = e.institution_id
    and iv.id = case e.source when 'invoice' then e.source_id when 'credit_note' then cn.invoice_id when 'allocation' then al.invoice_id end
  left join payments py on py.institution_id = e.institution_id
    and py.id = case when e.source in ('payment', 'placement', 'reversal') then e.source_id
      else coalesce(rf.payment_id, sm.payment_id) end`;

/** Its number as printed, and the page that shows it. */
export const documentColumns = sql`
  case when cn.id is not null then 'CRN-' || lpad(cn.number::text, 6, '0')
    when iv.id is not null then 'INV-' || lpad(iv.number::text, 6, '0')
    when py.receipt_number is not null then 'RCT-' || lpad(py.receipt_number::text, 6, '0') end as document,
  case when iv.id is not null then '/invoices/' || iv.id when py.id is not null then '/payment_records/' || py.id end as href`;
