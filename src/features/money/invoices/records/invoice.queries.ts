import { and, eq, inArray, sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { selectionOf } from '#kernel/record-fields/derive.ts';
import { openDues } from '../dues/allocate.ts';
import { invoiceFields } from '../invoices.fields.ts';
import { invoices } from '../invoices.schema.ts';
import type { Due } from '#features/money/fees/amounts/instalments.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import { settlement } from '../issue-invoices.ts';
import type { CreditNoteKind } from '../invoices.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { netItemAmount, type WorthLine } from '../corrections/credit.ts';
import { stateOf } from './invoice-state.ts';

interface Line extends WorthLine {
  name: string;
  category: string | null;
  /** An optional item of the fee that no credit note has taken back. */
  isItem: boolean;
}
interface Settled {
  paymentId: number;
  channel: Channel;
  status: string;
  day: string;
  receiptNumber: number | null;
  amount: number;
}
interface Note {
  id: number;
  number: number;
  kind: CreditNoteKind;
  amount: number;
  reason: string;
  day: string;
}
interface Fine {
  id: number;
  number: number;
  issuedOn: string;
  total: number;
}
interface InvoiceEvent {
  id: number;
  at: string;
  person: string;
  summary: string;
}

/** Rows of another table as JSON; none is an empty list. */
const rowsOf = <Row>(rows: ReturnType<typeof sql>) => sql<Row[]>`coalesce((select json_agg(r) from (${rows}) r), '[]')`;
const here = sql`(${invoices.institutionId}, ${invoices.id})`;

/** One invoice with its lines, dues, and everything that settles it. */
export async function invoiceOf(db: Db, actor: Actor, id: number) {
  const [row] = await db
    .select({
      id: invoices.id,
      institutionId: invoices.institutionId,
      number: invoices.number,
      kind: invoices.kind,
      ...selectionOf(invoiceFields, invoices),
      issuedOn: invoices.issuedOn,
      feeId: invoices.feeId,
      runId: invoices.runId,
      total: invoices.total,
      credited: invoices.credited,
      settled: invoices.settled,
      code: invoices.code,
      parentId: invoices.parentId,
      open: invoices.open,
      state: stateOf,
      studentId: invoices.studentId,
      isPrinted: sql<boolean>`${invoices.printedAt} is not null`,
      surname: students.surname,
      firstName: students.firstName,
      middleName: students.middleName,
      admissionNumber: students.admissionNumber,
      batch: sql<string | null>`(select b.name from batches b
        where (b.institution_id, b.id) = (${invoices.institutionId}, ${invoices.batchId}))`,
      parentNumber: sql<number | null>`(select p.number from invoices p
        where (p.institution_id, p.id) = (${invoices.institutionId}, ${invoices.parentId}))`,
      entryId: sql<number | null>`(select e.id from ledger_entries e where e.institution_id = ${invoices.institutionId}
        and e.source = 'invoice' and e.source_id = ${invoices.id} and e.part = '')`,
      lines: rowsOf<Line>(sql`select l.name, l.amount, c.name as category, l.category_id as "categoryId",
          l.particular_id as "particularId", d.fee_category_id as covers, p.is_optional is true
          and not exists (select from credit_notes n where (n.institution_id, n.invoice_id, n.particular_id)
            = (l.institution_id, l.invoice_id, l.particular_id)) as "isItem"
        from invoice_lines l
        left join fee_categories c on (c.institution_id, c.id) = (l.institution_id, l.category_id)
        left join discount_schemes d on (d.institution_id, d.id) = (l.institution_id, l.scheme_id)
        left join fee_particulars p on (p.institution_id, p.id) = (l.institution_id, l.particular_id)
        where (l.institution_id, l.invoice_id) = ${here} order by l.position`),
      dues: rowsOf<Due>(sql`select d.due_on as "dueOn", d.amount from invoice_dues d
        where (d.institution_id, d.invoice_id) = ${here} order by d.position`),
      payments: rowsOf<Settled>(settlement().paymentsOf(here)),
      creditNotes: rowsOf<Note>(sql`select c.id, c.number, c.kind, c.amount, c.reason, c.day from credit_notes c
        where (c.institution_id, c.invoice_id) = ${here} order by c.id`),
      fines: rowsOf<Fine>(sql`select f.id, f.number, f.issued_on as "issuedOn", f.total from invoices f
        where (f.institution_id, f.parent_id) = ${here} and f.kind = 'fine' order by f.id`),
      history:
        rowsOf<InvoiceEvent>(sql`select e.id, e.at, ${accountNameOf(sql`e.person`, sql`e.username`)} as person, e.summary
        from audit_entries e where (e.institution_id, e.subject_id) = ${here} and e.subject_type = 'invoice'
        order by e.id desc`),
      waiting: rowsOf<string>(sql`select q.kind from approvals q where q.institution_id = ${invoices.institutionId}
        and q.subject_type = 'student' and q.subject_id = ${invoices.studentId} and q.outcome is null
        and q.expires_at > now() and q.payload ->> 'invoiceId' = ${invoices.id}::text`),
    })
    .from(invoices)
    .innerJoin(students, hasKey(students, invoices.institutionId, invoices.studentId))
    .where(
      and(
        eq(invoices.id, id),
        inArray(invoices.institutionId, institutionsWhere(actor, 'fees.view')),
        visibleTo(actor, students),
      ),
    );
  if (!row) throw new NotFound('invoice');
  const { waiting, settled, credited, open, dues, lines, ...invoice } = row;
  return {
    ...invoice,
    settled,
    credited,
    open,
    currency: membershipIn(actor, row.institutionId)!.currency,
    dues: openDues({ id, open, settled: settled + credited, dues }),
    lines: lines.map(({ name, amount, category, particularId, isItem }) => ({
      name,
      amount,
      category,
      /** What taking the optional item back credits. */
      item:
        isItem && particularId !== null
          ? { id: particularId, worth: Math.min(netItemAmount(lines, particularId), row.total - credited) }
          : null,
    })),
    isWaiting: waiting.length > 0,
    can: mayDo(actor, row),
  };
}
export type InvoiceDetails = Awaited<ReturnType<typeof invoiceOf>>;

/** What may still be done with it, and by this user. */
function mayDo(
  actor: Actor,
  invoice: { institutionId: number; state: string; open: number; total: number; credited: number },
) {
  const { institutionId, state, open, total, credited } = invoice;
  const isValid = state !== 'cancelled';
  return {
    credit: isValid && total > credited && can(actor, 'fees.bill', institutionId),
    cancel: isValid && can(actor, 'fees.bill', institutionId),
    waive: isValid && open > 0 && can(actor, 'fees.waive', institutionId),
    pay: isValid && open > 0 && can(actor, 'payments.take', institutionId),
    seePayments: can(actor, 'payments.view', institutionId),
    seeLedger: can(actor, 'ledger.view', institutionId),
  };
}
