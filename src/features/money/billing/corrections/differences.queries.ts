import { sql, type SQL } from 'drizzle-orm';
import { type Db, type Tx, query } from '#kernel/database.ts';
import { decimal } from '#kernel/money.ts';
import { itemParts, type WorthLine } from '#features/money/invoices/corrections/credit.ts';
import { accountNameIn } from '#kernel/account-name.ts';
import type { Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { named, type StudentToBill } from '../runs/named-student.ts';

interface BilledLine extends WorthLine {
  name: string;
  ledgerAccountId: number;
  schemeId: number | null;
  /** The discount is a percentage. */
  isPercent: boolean;
}

interface ItemChange {
  particularId: number;
  name: string;
  was: number;
  becomes: number;
}

/** A line that a correction adds, or below zero takes away. */
interface ChangedLine {
  name: string;
  amount: number;
  ledgerAccountId: number;
  categoryId: number | null;
  particularId: number | null;
  schemeId: number | null;
}

/**
 * What another amount of an item changes on an invoice: its charge, and its part of each discount. A percentage stays
 * what it was on the invoice, a fixed discount takes off what it took off.
 */
function linesOfChange(lines: readonly BilledLine[], item: ItemChange, words: string): ChangedLine[] {
  const [charge, ...discounts] = itemParts(lines, item.particularId);
  if (!charge) return [];
  const takenAt = (amount: number) => {
    let left = amount;
    return discounts.map(({ line, amount: part }) => {
      const taken = Math.min(left, line.isPercent ? Math.round((-part / charge.amount) * amount) : -part);
      left -= taken;
      return taken;
    });
  };
  const [before, after] = [takenAt(item.was), takenAt(item.becomes)];
  return [
    { ...of(charge.line), name: words.slice(0, 160), amount: item.becomes - item.was },
    ...discounts.map(({ line }, at) => ({ ...of(line), amount: before[at]! - after[at]! })),
  ].filter(({ amount }) => amount !== 0);
}

const of = ({ name, ledgerAccountId, categoryId, particularId, schemeId }: BilledLine) => ({
  name,
  ledgerAccountId,
  categoryId,
  particularId,
  schemeId,
});

export const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

/** Corrected at once: few enough that no counter waits long for the numbers of documents. */
export const correctedAtOnce = 500;

interface Row {
  invoiceId: number;
  studentId: number;
  number: number;
  title: string;
  left: number;
  open: number;
  sessionId: number | null;
  termId: number | null;
  batchId: number | null;
  isCredited: boolean;
  items: ItemChange[];
  lines: BilledLine[];
}

/** An invoice of a fee that charges other amounts than the fee says now. */
export interface Difference extends Omit<Row, 'lines'> {
  /** Lines below zero for items that cost less, above zero for those that cost more, each with their discounts. */
  less: ChangedLine[];
  more: ChangedLine[];
}

interface Fee {
  institutionId: number;
  id: number;
}

/** What an item of an invoice `i` costs since the last correction that stands; a line `l` without one as it was issued. */
const amountNow: SQL = sql`coalesce((
  select c.becomes from fee_correction_items c
  join fee_corrections k on (k.institution_id, k.id) = (c.institution_id, c.correction_id) and k.undone_at is null
  where c.institution_id = i.institution_id and c.invoice_id = i.id and c.particular_id = l.particular_id
    and not (c.becomes > c.was and exists (select from fee_correction_documents d
      join invoices a on (a.institution_id, a.id) = (d.institution_id, d.added_id) and a.cancelled_at is not null
      where d.institution_id = c.institution_id and d.invoice_id = c.invoice_id and d.correction_id = c.correction_id))
  order by c.correction_id desc limit 1), l.amount)`;

/** Credit notes that people issued for an invoice `i` themselves: they may have corrected it already. */
const isCredited: SQL = sql`exists (select from credit_notes n where n.institution_id = i.institution_id
  and n.invoice_id = i.id and n.kind = 'correction' and n.particular_id is null
  and not exists (select from fee_correction_documents d
    where d.institution_id = n.institution_id and d.invoice_id = i.id and d.credit_note_id = n.id))`;

/** Invoices of a fee and its optional items that charge other amounts than the fee says now; cancelled ones are gone. */
export const readDifferences = (
  db: Db,
  { institutionId, id: feeId }: Fee,
  { studentIds, limit }: { studentIds?: number[]; limit?: number },
) =>
  query<Row>(db)`
    with changed as materialized (
      select i.id, json_agg(json_build_object('particularId', p.id, 'name', p.name, 'was', w.was, 'becomes', p.amount)
        order by p.position, p.id) as items
      from invoices i
      join invoice_lines l on (l.institution_id, l.invoice_id) = (i.institution_id, i.id) and l.amount > 0
      join fee_particulars p on (p.institution_id, p.id) = (l.institution_id, l.particular_id) and p.fee_id = ${feeId}
      cross join lateral (select ${amountNow} as was) w
      where i.institution_id = ${institutionId} and i.fee_id = ${feeId} and i.kind in ('fee', 'item')
        and i.cancelled_at is null and w.was <> p.amount
        and ${studentIds ? sql`i.student_id = any (${sql.param(studentIds)}::bigint[])` : sql`true`}
        and not exists (select from credit_notes n where n.institution_id = i.institution_id and n.invoice_id = i.id
          and n.particular_id = p.id)
      group by i.id)
    select i.id as "invoiceId", i.student_id as "studentId", i.number, i.title, i.total - i.credited + o.left as left,
      i.open + o.open as open, i.session_id as "sessionId", i.term_id as "termId",
      i.batch_id as "batchId", ${isCredited} as "isCredited", c.items,
      (select json_agg(json_build_object('name', l.name, 'amount', l.amount, 'categoryId', l.category_id,
          'particularId', l.particular_id, 'ledgerAccountId', l.ledger_account_id, 'schemeId', l.scheme_id,
          'covers', d.fee_category_id, 'isPercent', d.percent is not null) order by l.position)
        from invoice_lines l
        left join discount_schemes d on (d.institution_id, d.id) = (l.institution_id, l.scheme_id)
        where l.institution_id = i.institution_id and l.invoice_id = i.id) as lines
    from changed c join invoices i on i.institution_id = ${institutionId} and i.id = c.id
    join students s on s.institution_id = i.institution_id and s.id = i.student_id
    cross join lateral (select coalesce(sum(a.total - a.credited), 0) as left,
        coalesce(sum(a.open), 0) as open
      from invoices a where a.institution_id = i.institution_id and a.parent_id = i.id and a.kind = 'correction'
        and a.cancelled_at is null) o
    order by s.batch_name nulls last, s.sort_name, s.id, i.id ${limit ? sql`limit ${limit}` : sql``}`;

/** What correcting them changes; nothing for a student whose discount covers all. */
export const changesOf = (rows: Row[]): Difference[] =>
  rows.map(differenceOf).filter(({ less, more }) => less.length + more.length > 0);

function differenceOf({ lines, items, ...row }: Row): Difference {
  const difference: Difference = {
    ...row,
    invoiceId: Number(row.invoiceId),
    studentId: Number(row.studentId),
    left: Number(row.left),
    open: Number(row.open),
    items: [],
    less: [],
    more: [],
  };
  for (const item of items) {
    const changed = linesOfChange(
      lines,
      item,
      `${item.name}: ${decimal(item.becomes)} instead of ${decimal(item.was)}`,
    );
    const worth = sumOf(changed);
    // Credit notes of other kinds may have left less than the item costs too much.
    if (worth === 0 || (worth < 0 && difference.left === 0)) continue;
    difference.items.push(item);
    difference[worth < 0 ? 'less' : 'more'].push(...changed);
  }
  return difference;
}

/** What a credit note takes off: at most what is left. */
export const lessOf = ({ less, left }: Difference) => Math.min(-sumOf(less), left);
/** The part of it that was paid, which becomes credit. */
export const paidOf = (difference: Difference) => Math.max(0, lessOf(difference) - difference.open);

export const undoHours = 24;

/** An issued invoice that charges something else than its fee says now. */
export interface ToCorrect extends StudentToBill {
  number: number;
  invoices: number;
  items: { name: string; was: number; becomes: number }[];
  less: number;
  more: number;
  /** Paid already: it becomes credit. */
  paid: number;
  /** Somebody issued a credit note for it, which may have corrected it. */
  isCredited: boolean;
  /** Of the reader's own family: a colleague corrects it. */
  isOwn: boolean;
}

interface CorrectionsFee {
  institutionId: number;
  id: number;
}

/** Invoices of a fee to correct, by student. */
export async function toCorrect(tx: Tx, actor: Actor, fee: CorrectionsFee) {
  const { rows: read, isMore } = await bounded(correctedAtOnce, (limit) => readDifferences(tx, fee, { limit }));
  const rows = changesOf(read);
  if (rows.length === 0) return { rows: [], isMore };
  const { students: own } = await ownFamily(tx, actor.accountId, fee.institutionId);
  const ids = [...new Set(rows.map(({ studentId }) => studentId))];
  const people = await query<StudentToBill>(tx)`
    select ${named} from students s where s.institution_id = ${fee.institutionId}
    and s.id = any (${sql.param(ids)}::bigint[])`;
  const byId = new Map(people.map((one) => [Number(one.id), one]));
  const students = [...Map.groupBy(rows, ({ studentId }) => studentId)].map(([id, of]): ToCorrect => ({
    ...byId.get(id)!,
    number: of[0]!.number,
    invoices: of.length,
    items: of.flatMap(({ items }) => items.map(({ name, was, becomes }) => ({ name, was, becomes }))),
    less: of.reduce((sum, one) => sum + lessOf(one), 0),
    more: of.reduce((sum, one) => sum + sumOf(one.more), 0),
    paid: of.reduce((sum, one) => sum + paidOf(one), 0),
    isCredited: of.some(({ isCredited }) => isCredited),
    isOwn: own.has(id),
  }));
  return { rows: students, isMore };
}

export interface RecentCorrection {
  id: number;
  at: string;
  person: string;
  reason: string;
  invoices: number;
}

/** Corrections of a fee that can still be undone, the latest first. */
export const recentCorrections = ({ institutionId, id: feeId }: CorrectionsFee) => sql`
  select k.id, k.created_at as at, ${accountNameIn(sql`k.account_id`)} as person, k.reason,
    (select count(distinct d.invoice_id)::int from fee_correction_documents d
      where d.institution_id = k.institution_id and d.correction_id = k.id) as invoices
  from fee_corrections k where k.institution_id = ${institutionId} and k.fee_id = ${feeId} and k.undone_at is null
    and k.created_at > now() - make_interval(hours => ${undoHours}) order by k.id desc`;
