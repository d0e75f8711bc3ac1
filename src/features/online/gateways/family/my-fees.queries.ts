import { sql } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { render, type Db, query } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { forFamily } from '#features/money/holds/held/family-holds.ts';
import { readHolds, type Hold } from '#features/money/holds/held/held-students.ts';
import { openInvoiceColumns, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { whereToPay } from '#features/money/invoices/bills/bill-data.queries.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { providers, type Provider, type OnlineStatus } from '../gateways.ts';
import { duesOf } from '../online/plan-payment.ts';
import { ownStudents } from './family-payments.ts';
import type { PersonNames } from '#ui/format.ts';
import { NotFound } from '#kernel/errors.ts';

interface ChildRow extends PersonNames {
  id: number;
  institutionId: number;
  admissionNumber: string | null;
  batch: string | null;
  owed: number;
  credit: number;
  bank: string | null;
  accountNumber: string | null;
  accountName: string | null;
  isTest: boolean;
}

/** What the actor’s own children owe, by institution. */
export async function feesOfFamily(db: Db, actor: Actor, wanted?: number) {
  const [children, invoices, settings, holds, accounts] = await Promise.all([
    query<ChildRow>(db, render)`
      select s.id, s.institution_id as "institutionId", s.surname, s.first_name as "firstName",
        s.middle_name as "middleName", s.admission_number as "admissionNumber", b.name as batch,
        coalesce(m.owed, 0) as owed, coalesce(m.credit, 0) as credit,
        d.bank, d.account_number as "accountNumber", d.account_name as "accountName", coalesce(d.mode = 'test', false) as "isTest"
      from students s
      left join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
      left join student_balances m on (m.institution_id, m.student_id) = (s.institution_id, s.id)
      left join online_settings o on o.institution_id = s.institution_id
      left join gateway_keys k on k.institution_id = s.institution_id and k.provider = o.provider
      left join dedicated_accounts d on (d.institution_id, d.student_id, d.provider, d.mode)
        = (s.institution_id, s.id, k.provider, k.mode)
      where ${ownStudents(actor, wanted)} order by s.institution_id, s.first_name, s.id`,
    query<OpenInvoice & { institutionId: number }>(db, render)`
      select i.institution_id as "institutionId", ${openInvoiceColumns} from invoices i
      join students s on (s.institution_id, s.id) = (i.institution_id, i.student_id)
      where ${ownStudents(actor, wanted)} and i.open > 0 order by i.id`,
    query<{
      institutionId: number;
      provider: Provider;
      minimum: number;
      givesAccounts: boolean;
      mode: string;
    }>(db, render)`
      select o.institution_id as "institutionId", o.provider, o.minimum, o.gives_accounts as "givesAccounts",
        coalesce(k.mode, 'test') as mode
      from online_settings o
      left join gateway_keys k on k.institution_id = o.institution_id and k.provider = o.provider
      where (k.mode is not null or o.provider = 'test') and o.institution_id = any (${sql.param(institutionsWhere(actor, 'fees.viewSelf'))}::int[])`,
    readHolds(db, sql`students.id = any (array(select s.id from students s where ${ownStudents(actor, wanted)}))`),
    whereToPay(db, institutionsWhere(actor, 'fees.viewSelf')),
  ]);
  const ids = institutionsInView(actor, wanted, 'fees.viewSelf').filter((id) =>
    children.some((child) => child.institutionId === id),
  );
  return ids.map((id) => {
    const { name, currency, timeZone } = membershipIn(actor, id)!;
    const day = today(timeZone);
    const own = settings.find(({ institutionId }) => institutionId === id);
    return {
      id,
      name,
      currency,
      online: own
        ? {
            provider: providers[own.provider],
            isTest: own.mode === 'test',
            minimum: Number(own.minimum),
            givesAccounts: own.givesAccounts && own.provider === 'paystack',
          }
        : null,
      /** For transfers where nobody can pay online. */
      accounts: own ? [] : accounts.filter(({ institutionId }) => institutionId === id),
      children: children
        .filter((child) => child.institutionId === id)
        .map((child) =>
          childOf(
            child,
            invoices.filter((invoice) => Number(invoice.studentId) === child.id && invoice.institutionId === id),
            day,
            holds.find((hold) => hold.studentId === child.id && hold.institutionId === id),
          ),
        ),
    };
  });
}
export type FamilyInstitution = Awaited<ReturnType<typeof feesOfFamily>>[number];

function childOf(
  { bank, accountNumber, accountName, isTest, ...child }: ChildRow,
  invoices: OpenInvoice[],
  day: string,
  hold: Hold | undefined,
) {
  return {
    ...child,
    /** What is withheld until it is paid. */
    hold: hold ? forFamily(hold) : null,
    dues: duesOf(invoices).map(({ key, dueOn, open, invoice }) => ({
      key,
      dueOn,
      open,
      title: invoice.title,
      invoice: invoiceNumber(invoice.number),
      isDue: dueOn <= day,
    })),
    account: bank ? { bank, accountNumber: accountNumber!, accountName: accountName!, isTest } : null,
  };
}

export type Child = ReturnType<typeof childOf>;

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
  const rows = await query<Omit<OnlinePaymentView, 'provider'> & { provider: Provider }>(db, render)`
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
