import { sql, asc, inArray } from 'drizzle-orm';
import { render, type Tx, type Db, query } from '#kernel/database.ts';
import { openDues } from '../dues/allocate.ts';
import type { Due } from '#features/money/fees/amounts/instalments.ts';
import { columnListOf, printedFieldsOf } from '#kernel/record-fields/derive.ts';
import type { FieldValues } from '#kernel/record-fields/record-field.ts';
import { invoiceFields } from '../invoices.fields.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { payToLine, referenceLine, type PayTo } from './pay-to-lines.ts';
import { creditNoteNumber, invoiceNumber } from '../invoices.ts';
import { settlement } from '../issue-invoices.ts';
import { accountsToPay } from './pay-to.schema.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';

interface Row extends FieldValues<typeof invoiceFields> {
  id: number;
  number: number;
  issuedOn: string;
  code: string;
  total: number;
  settled: number;
  credited: number;
  waived: number;
  isCancelled: boolean;
  name: string;
  admissionNumber: string;
  batch: string | null;
  addressee: string | null;
  owed: number;
  instructions: string | null;
  currency: string;
  lines: { name: string; amount: number }[];
  dues: Due[];
  notes: { number: number; amount: number; kind: string; reason: string }[];
}

/** Invoices as they print now, in the order of the ids. The caller has checked access. */
export async function billFileOf(
  tx: Tx,
  files: Files,
  institutionId: number,
  invoiceIds: number[],
  origin: string,
): Promise<BillFile> {
  const rows = await query<Row>(tx, render)`
    select i.id, i.number, i.title${columnListOf(invoiceFields, 'i', { place: 'document' })}, i.issued_on as "issuedOn", i.code, i.total, i.settled, i.credited,
      i.cancelled_at is not null as "isCancelled",
      concat_ws(' ', s.first_name, s.middle_name, s.surname) as name, s.admission_number as "admissionNumber",
      coalesce(b.name, s.batch_name) as batch, coalesce(o.owed, 0) as owed, f.instructions, z.currency,
      ${settlement().waivedOf(sql`(i.institution_id, i.id)`)} as waived,
      (select concat_ws(' ', g.title, g.first_name, g.surname) from student_guardians l
        join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
        where l.institution_id = i.institution_id and l.student_id = i.student_id and l.pays_fees
        order by l.position, l.guardian_id limit 1) as addressee,
      (select jsonb_agg(jsonb_build_object('name', n.name, 'amount', n.amount) order by n.position)
        from invoice_lines n where n.institution_id = i.institution_id and n.invoice_id = i.id) as lines,
      (select jsonb_agg(jsonb_build_object('dueOn', d.due_on, 'amount', d.amount) order by d.position)
        from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id) as dues,
      coalesce((select jsonb_agg(jsonb_build_object('number', c.number, 'amount', c.amount, 'kind', c.kind,
        'reason', c.reason) order by c.id) from credit_notes c
        where c.institution_id = i.institution_id and c.invoice_id = i.id), '[]') as notes
    from unnest(${sql.param(invoiceIds)}::bigint[]) with ordinality w (id, at)
    join invoices i on i.institution_id = ${institutionId} and i.id = w.id
    join students s on (s.institution_id, s.id) = (i.institution_id, i.student_id)
    join institutions z on z.id = i.institution_id
    left join batches b on (b.institution_id, b.id) = (i.institution_id, i.batch_id)
    left join fees f on (f.institution_id, f.id) = (i.institution_id, i.fee_id)
    left join student_balances o on (o.institution_id, o.student_id) = (i.institution_id, i.student_id)
    order by w.at`;
  const accounts = await whereToPay(tx, [institutionId]);
  return {
    letterhead: await letterheadOf(tx, files, institutionId),
    currency: rows[0]?.currency ?? 'NGN',
    payTo: [],
    bills: rows.map((row) => billOf(row, origin, accounts)),
  };
}

function billOf(row: Row, origin: string, accounts: PayTo[]): Bill {
  const { id, total, settled, credited, waived, notes, lines, dues } = row;
  const open = total - settled - credited;
  const charges = lines.filter(({ amount }) => amount > 0);
  const discounts = lines.filter(({ amount }) => amount < 0);
  const cancelled = notes.find(({ kind }) => kind === 'cancellation');
  return {
    number: invoiceNumber(row.number),
    title: row.title,
    issuedOn: row.issuedOn,
    student: { name: row.name, admissionNumber: row.admissionNumber, place: row.batch },
    addressee: row.addressee || null,
    more: printedFieldsOf(invoiceFields, row),
    charges: charges.map(({ name, amount }) => ({ title: name, amount })),
    deductions: [
      ...discounts.map(({ name, amount }) => ({ title: name, amount: -amount })),
      ...notes.map(({ number, amount }) => ({ title: `Credit note ${creditNoteNumber(number)}`, amount })),
      ...(waived > 0 ? [{ title: 'Waived', amount: waived }] : []),
    ],
    paid: settled - waived,
    dues: openDues({ id, open, settled: settled + credited, dues }),
    otherOwed: row.owed - open,
    address: `${origin}/verify/bill/${row.code}`,
    void: row.isCancelled ? { reason: cancelled?.reason ?? 'Cancelled' } : null,
    payTo: [
      ...(row.instructions?.split(/\n+/).filter(Boolean) ?? []),
      ...accounts.map(payToLine),
      referenceLine([invoiceNumber(row.number)], row.admissionNumber),
    ],
  };
}

/**
 * Where families transfer fees: the bank accounts in force, each agreed to by a second person (docs/decisions/0063).
 * Invoices and "My fees" show the same ones.
 */
export const whereToPay = (db: Db, institutionIds: number[]) =>
  db
    .select({
      id: accountsToPay.id,
      institutionId: accountsToPay.institutionId,
      name: accountsToPay.name,
      bank: accountsToPay.bank,
      number: accountsToPay.number,
    })
    .from(accountsToPay)
    .where(inArray(accountsToPay.institutionId, institutionIds))
    .orderBy(asc(accountsToPay.name), asc(accountsToPay.id));

/** An invoice as it prints. Amounts are minor units. */
export interface Bill {
  number: string;
  /** 'First term fees, 2026/2027'. */
  title: string;
  issuedOn: string;
  student: {
    /** First Middle Surname. */
    name: string;
    admissionNumber: string;
    /** Class arm or programme. */
    place: string | null;
  };
  /** The guardian it is addressed to. */
  addressee: string | null;
  /** Other fields of the invoice. */
  more: { label: string; value: string }[];
  /** What is charged, fines included. */
  charges: { title: string; amount: number }[];
  /** What is taken off: discounts, scholarships, credit notes; amounts above zero. */
  deductions: { title: string; amount: number }[];
  /** Payments alone: charges less deductions less these is what the dues have open. */
  paid: number;
  /** With what is still open of each, from `openDues`. */
  dues: { dueOn: string; amount: number; open: number }[];
  /** Still owed on the student's other invoices. */
  otherOwed: number;
  /** Public address that shows or pays this invoice. */
  address: string;
  void: { reason: string } | null;
  /** How to pay this one, if it differs from the rest of the file. */
  payTo?: string[];
}

/** One or many in one file, each numbered from page 1. */
export interface BillFile {
  letterhead: Letterhead;
  currency: string;
  /** How to pay, a paragraph each: bank accounts, what to write as a reference. */
  payTo: string[];
  bills: Bill[];
}
