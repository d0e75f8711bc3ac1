import { and, desc, eq, or, sql } from 'drizzle-orm';
import { literally } from '#kernel/searchable.ts';
import { fees } from '#features/money/fees/fees.schema.ts';
import { invoiceStates, inState, stateOf, type InvoiceState } from '#features/money/invoices/records/invoice-state.ts';
import { maySeePayments, visiblePayments } from '#features/money/payments/payments.access.ts';
import { invoices } from '#features/money/invoices/invoices.schema.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses } from '#features/money/payments/payments.ts';
import { invoiceKinds } from '#features/money/invoices/invoices.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { type CountedType, labelOf, query, inInstitution } from '../counted-type.ts';

const receipt = sql`'RCT-' || lpad(${payments.receiptNumber}::text, 6, '0')`;
const statuses = { label: 'Status', options: paymentStatuses };

/** Cashiers count what they took. */
export const countedPayments: CountedType = {
  label: 'Payment records',
  one: 'payment',
  many: 'payments',
  may: maySeePayments,
  from: sql`${payments}`,
  id: sql`${payments.id}`,
  visible: (actor, institutionId) =>
    or(...visiblePayments(payments)(actor, institutionId).map(({ where }) => where)) ?? sql`false`,
  name: sql`coalesce(${receipt}, ${payments.reference}, 'Payment ' || ${payments.id})`,
  detail: sql`to_char(${payments.day}, 'FMDD Mon YYYY')`,
  search: (text) => sql`${payments.receiptNumber}::text = ${text.replace(/^\D*0*/, '')}`,
  order: desc(payments.id),
  href: '/payment_records/',
  day: sql`${payments.day}`,
  amount: sql`${payments.amount}`,
  filters: { status: { ...statuses, where: (value) => sql`${payments.status} = ${value}` } },
  splits: {
    status: { label: 'Status', by: labelOf(sql`${payments.status}`, paymentStatuses) },
    channel: { label: 'Channel', by: labelOf(sql`${payments.channel}`, channels) },
  },
  of: {
    PaymentRecord: { one: (record) => eq(payments.id, record) },
    Student: {
      one: (record) => sql`exists (select from payment_shares h
        where (h.institution_id, h.payment_id) = (${payments.institutionId}, ${payments.id}) and h.student_id = ${record})`,
      all: sql`${payments.orderId} is null`,
    },
    Fee: {
      one: (
        record,
      ) => sql`(${payments.institutionId}, ${payments.id}) in (select a.institution_id, a.payment_id from invoices i
        join allocations a on (a.institution_id, a.invoice_id) = (i.institution_id, i.id) where i.fee_id = ${record})`,
      all: sql`(${payments.institutionId}, ${payments.id}) in (select a.institution_id, a.payment_id from invoices i
        join allocations a on (a.institution_id, a.invoice_id) = (i.institution_id, i.id) where i.fee_id is not null)`,
    },
  },
  list({ model, record, filter, value }) {
    if (filter === 'period' || (model !== 'Fee' && record !== null) || (model === 'Fee' && record === null))
      return null;
    return query('/payment_records', { fee_id: record, for: model === 'Student' ? 'students' : null, [filter]: value });
  },
};

/** Only where the actor sees what students owe, and of students whom they can see. */
export const countedInvoices: CountedType = {
  label: 'Invoices',
  one: 'invoice',
  many: 'invoices',
  may: ['fees.view'],
  from: sql`${invoices} join ${students} on (${students.institutionId}, ${students.id}) = (${invoices.institutionId}, ${invoices.studentId})`,
  id: sql`${invoices.id}`,
  visible: (actor, institutionId) =>
    and(
      inInstitution(invoices.institutionId, 'fees.view')(actor, institutionId),
      visibleTo(actor, students, institutionId),
    )!,
  name: sql`concat_ws(', ', ${students.surname}, ${students.firstName})`,
  detail: sql`${invoices.title}`,
  order: desc(invoices.id),
  href: '/invoices/',
  day: sql`${invoices.issuedOn}`,
  amount: sql`${invoices.total}`,
  filters: {
    status: { label: 'Status', options: invoiceStates, where: (value) => inState(value as InvoiceState) },
  },
  splits: {
    status: { label: 'Status', by: labelOf(sql`${stateOf}`, invoiceStates) },
    kind: { label: 'Type', by: labelOf(sql`${invoices.kind}`, invoiceKinds) },
  },
  of: {
    Student: { one: (record) => eq(invoices.studentId, record) },
    Fee: { one: (record) => eq(invoices.feeId, record), all: sql`${invoices.feeId} is not null` },
  },
  list({ model, record, filter, value }) {
    if (filter === 'period' || (model === 'Student' && record !== null)) return null;
    return query('/invoices', { fee: record, [filter === 'status' ? 'state' : filter]: value });
  },
};

export const listedFees: CountedType = {
  label: 'Fees',
  one: 'fee',
  many: 'fees',
  may: ['fees.view'],
  from: sql`${fees} join academic_sessions y on (y.institution_id, y.id) = (${fees.institutionId}, ${fees.sessionId})`,
  id: sql`${fees.id}`,
  visible: inInstitution(fees.institutionId, 'fees.view'),
  name: sql`${fees.title}`,
  detail: sql`y.name`,
  search: (text) => sql`akada_searchable(${fees.title}) like '%' || akada_searchable(${literally(text)}) || '%'`,
  order: sql`y.starts_on desc, ${fees.title}`,
  filters: {},
  splits: {},
  of: {},
};
