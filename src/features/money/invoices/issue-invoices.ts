import { randomBytes } from 'node:crypto';
import { inArray, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Day } from '#kernel/dates.ts';
import { post, type Entry, type Line } from '#features/money/ledger/post.ts';
import { studentBalances } from '#features/money/ledger/ledger.schema.ts';
import { pickFields, type GivenFields } from '#kernel/record-fields/record-field.ts';
import { invoiceFields } from './invoices.fields.ts';
import { invoiceDues, invoiceLines, invoices } from './invoices.schema.ts';
import { invoiceNumber, type InvoiceKind } from './invoices.ts';
import type { FineRule } from '#features/money/fees/fees.ts';
import { asked } from '#kernel/contracts/provided.ts';

export interface InvoiceDraft extends GivenFields<typeof invoiceFields> {
  studentId: number;
  kind: InvoiceKind;
  issuedOn: Day;
  sessionId?: number | null;
  termId?: number | null;
  batchId?: number | null;
  feeId?: number | null;
  particularId?: number | null;
  runId?: number | null;
  parentId?: number | null;
  fineFor?: string | null;
  fineRule?: FineRule | null;
  /** Charges above zero, discounts below; together not below zero. */
  lines: DraftLine[];
  /** They sum to the total. */
  dues: { dueOn: Day; amount: number }[];
}

interface DraftLine {
  name: string;
  amount: number;
  ledgerAccountId: number;
  categoryId?: number | null;
  particularId?: number | null;
  schemeId?: number | null;
}

/**
 * For this many invoices and more, cached plans are discarded. The plans of foreign key checks can date from when the
 * tables were empty, and then read every invoice for each line until autovacuum has run.
 */
const bulk = 50;

export const totalOf = ({ lines }: Pick<InvoiceDraft, 'lines'>) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** For the public address that verifies a document. */
export const documentCode = () => randomBytes(12).toString('base64url');

/**
 * Issues invoices with gapless numbers, posts them and pays them with the students' credit. The students are locked by
 * the caller, who has checked the actor's permission. Returns the ids in order.
 */
export async function issueInvoices(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  drafts: InvoiceDraft[],
  /** When credit pays them: with the first of them, unless they are of the past. */
  creditDay?: Day,
): Promise<number[]> {
  if (drafts.length === 0) return [];
  for (const draft of drafts) checkDraft(draft);
  if (drafts.length >= bulk) await tx.execute(sql`discard plans`);
  const first = await take(tx, institutionId, 'invoice', drafts.length);
  const ids = await insertMany(
    tx,
    invoices,
    drafts.map(({ lines, dues: _, ...draft }, at) => ({
      ...pickFields(invoiceFields, draft),
      institutionId,
      number: first + at,
      total: totalOf({ lines }),
      code: documentCode(),
      accountId: actor.accountId,
      sessionId: null,
      termId: null,
      batchId: null,
      feeId: null,
      particularId: null,
      runId: null,
      parentId: null,
      fineFor: null,
      fineRule: null,
      ...draft,
    })),
  );
  const parts = <Part>(rowsOf: (draft: InvoiceDraft) => Part[]) =>
    drafts.flatMap((draft, at) =>
      rowsOf(draft).map((row, position) => ({ institutionId, invoiceId: ids[at]!, position: position + 1, ...row })),
    );
  await insertMany(
    tx,
    invoiceLines,
    parts(({ lines }) => lines.map((line) => ({ categoryId: null, particularId: null, schemeId: null, ...line }))),
  );
  await insertMany(
    tx,
    invoiceDues,
    parts(({ dues }) => dues),
  );
  const entries = drafts.map((draft, at) => entryOf(draft, ids[at]!, first + at));
  await post(
    tx,
    actor,
    institutionId,
    entries.filter(({ lines }) => lines.length > 0),
  );
  await payWithCredit(tx, actor, institutionId, drafts, creditDay ?? drafts[0]!.issuedOn);
  return ids;
}

function checkDraft(draft: InvoiceDraft): void {
  const due = draft.dues.reduce((sum, { amount }) => sum + amount, 0);
  if (draft.dues.length === 0 || due !== totalOf(draft))
    throw new Error(`Dues of ${due} for a total of ${totalOf(draft)}.`);
}

/** Receivable against income, less discounts; an invoice of zero still shows what was discounted. */
function entryOf(draft: InvoiceDraft, id: number, number: number): Entry {
  const { studentId, issuedOn: day, title } = draft;
  const byAccount = new Map<number, number>();
  for (const { ledgerAccountId, amount } of draft.lines)
    byAccount.set(ledgerAccountId, (byAccount.get(ledgerAccountId) ?? 0) - amount);
  const lines: Line[] = [
    { to: 'receivable', amount: totalOf(draft), studentId },
    ...[...byAccount].map(([to, amount]) => ({ to, amount })),
  ];
  return {
    day,
    source: 'invoice',
    sourceId: id,
    description: `${invoiceNumber(number)} ${title}`,
    lines: lines.filter(({ amount }) => amount !== 0),
  };
}

async function payWithCredit(tx: Tx, actor: Actor, institutionId: number, drafts: InvoiceDraft[], day: Day) {
  const studentIds = [...new Set(drafts.map(({ studentId }) => studentId))];
  const inAdvance = await tx
    .select({ id: studentBalances.studentId })
    .from(studentBalances)
    .where(
      sql`${studentBalances.institutionId} = ${institutionId} and ${studentBalances.credit} > 0 and ${inArray(studentBalances.studentId, studentIds)}`,
    );
  if (inAdvance.length)
    await settlement().applyCredit(
      tx,
      actor,
      institutionId,
      inAdvance.map(({ id }) => id),
      day,
    );
}

/** What invoices ask of the payments above them. `invoice` is the institution and the id of one, as a row of SQL. */
export interface Settlement {
  /** Pays what students owe with what they have paid in advance. The students are locked. */
  applyCredit(tx: Tx, actor: Actor, institutionId: number, studentIds: number[], day: Day): Promise<void>;
  /** Takes payments back from an invoice until so much of it is free. Student and invoice are locked. */
  releaseInvoice(
    tx: Tx,
    actor: Actor,
    institutionId: number,
    part: { invoiceId: number; amount: number; day: Day },
  ): Promise<void>;
  /** The payments that settle an invoice, as rows of `SettledBy`. */
  paymentsOf(invoice: SQL): SQL;
  /** How much of it was waived. */
  waivedOf(invoice: SQL): SQL;
}

export const { provide: provideSettlement, ask: settlement } = asked<Settlement>('what settles invoices');
