import { sql } from 'drizzle-orm';
import { type Actor, institutionsWhere } from '#kernel/actor.ts';
import { render, type Db, sqlRows } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { providers, type OnlineStatus, type Provider } from '../gateways.ts';

export interface OnlinePaymentView {
  id: number;
  institutionId: number;
  school: string;
  amount: number;
  currency: string;
  status: OnlineStatus;
  /** The provider's last word. */
  said: string | null;
  provider: string;
  isTest: boolean;
  reference: string;
  startedAt: string;
  receipt: number | null;
  paymentId: number;
  /** What was credited, if it was another amount. */
  credited: number;
  items: { student: string; title: string; amount: number }[];
}

/** What is known about a payment that the actor started. */
export async function onlinePaymentView(db: Db, actor: Actor, id: number): Promise<OnlinePaymentView> {
  const ids = institutionsWhere(actor, 'fees.viewSelf');
  const rows = await sqlRows<Omit<OnlinePaymentView, 'provider'> & { provider: Provider }>(db, render)`
    select o.id, o.institution_id as "institutionId", i.name as school, o.amount, o.currency, o.status, o.said, o.provider,
      o.mode = 'test' as "isTest", o.reference, p.receipt_number as receipt, p.id as "paymentId", p.amount as credited,
      to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startedAt",
      (select jsonb_agg(jsonb_build_object('student', s.first_name, 'title', v.title, 'amount', t.amount) order by s.first_name, v.id)
        from online_payment_items t
        join students s on (s.institution_id, s.id) = (t.institution_id, t.student_id)
        join invoices v on (v.institution_id, v.id) = (t.institution_id, t.invoice_id)
        where t.institution_id = o.institution_id and t.online_payment_id = o.id) as items
    from online_payments o
    join institutions i on i.id = o.institution_id
    join payments p on (p.institution_id, p.id) = (o.institution_id, o.payment_id)
    where o.institution_id = any (${sql.param(ids)}::int[]) and o.account_id = ${actor.accountId}::bigint and o.id = ${id}`;
  const [row] = rows;
  if (!row) throw new NotFound('payment');
  return { ...row, provider: providers[row.provider], items: row.items ?? [] };
}
