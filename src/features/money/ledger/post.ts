import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Source } from './sources.ts';
import { query, type Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { AccountRole } from './chart.ts';
import { ledgerLines, studentBalances } from './ledger.schema.ts';

export interface Line {
  /** The account by its role, or by its id. */
  to: AccountRole | number;
  /** Minor units: debit above zero, credit below. Lines of zero are skipped. */
  amount: number;
  /** Whose receivable or credit it changes. */
  studentId?: number | undefined;
}

export interface Entry {
  /** The day of the transaction in the institution's zone. */
  day: Day;
  /** What it posts. Each source is posted once: a second entry with the same source, id and part is refused. */
  source: Source;
  sourceId: number;
  part?: string;
  /** Without names of people: the ledger is never rewritten. */
  description: string;
  reversesId?: number;
  lines: Line[];
}

/**
 * The only way into the ledger: posts entries and changes the balances of their students, who are locked by the caller.
 * Refuses a day in a closed period. The database checks at the commit that every entry balances. Returns the ids in order.
 */
export async function post(tx: Tx, actor: Actor, institutionId: number, entries: Entry[]): Promise<number[]> {
  if (entries.length === 0) return [];
  const lines = entries.flatMap((entry, at) =>
    entry.lines.filter(({ amount }) => amount !== 0).map((line, position) => ({ at, position: position + 1, ...line })),
  );
  // Sent together: nothing waits for an answer before the lines, which need the ids.
  const [book, ids] = await Promise.all([
    readBook(tx, institutionId),
    insertEntries(tx, actor, institutionId, entries),
  ]);
  const closed = book.closedThrough;
  if (closed && entries.some(({ day }) => day <= closed)) throw closedUntil(closed);
  const accountOf = (to: Line['to']): number => {
    const id = typeof to === 'number' ? to : book.accounts[to];
    if (!id) throw new Error(`The institution has no account for ${to}.`);
    return id;
  };
  const placed = lines.map(({ at, position, to, amount, studentId }) => ({
    institutionId,
    entryId: ids[at]!,
    position,
    ledgerAccountId: accountOf(to),
    amount,
    studentId: studentId ?? null,
    day: entries[at]!.day,
  }));
  await Promise.all([insertMany(tx, ledgerLines, placed), changeBalances(tx, institutionId, placed, book.accounts)]);
  return ids;
}

const Book = z.object({
  closedThrough: z.string().nullable(),
  accounts: z.custom<Record<AccountRole, number>>(),
});
type Book = z.infer<typeof Book>;

/** The accounts by role, and until when the books are closed; nobody closes them before this transaction ends. */
async function readBook(tx: Tx, institutionId: number) {
  const [book] = await query(
    tx,
    sql`
    select b.closed_through::text as "closedThrough", (
      select jsonb_object_agg(a.role, a.id) from ledger_accounts a
      where a.institution_id = b.institution_id and a.role is not null) as accounts
    from ledger_books b where b.institution_id = ${institutionId} for key share of b`,
    Book,
  );
  return book!;
}

async function insertEntries(tx: Tx, actor: Actor, institutionId: number, entries: Entry[]): Promise<number[]> {
  const heads = entries.map(({ lines: _, ...head }, at) => ({ ...head, part: head.part ?? '', at }));
  const rows = await query<{ id: number }>(tx)`
    insert into ledger_entries (institution_id, day, source, source_id, part, description, currency, reverses_id, account_id)
    select ${institutionId}, h.day, h.source, h."sourceId", h.part, h.description, i.currency, h."reversesId",
      ${actor.accountId}::bigint
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as h (at int, day date, source text, "sourceId" bigint, part text,
      description text, "reversesId" bigint), institutions i
    where i.id = ${institutionId} order by h.at
    returning id`;
  // Ids are assigned in the order of the rows.
  return rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other);
}

export const closedUntil = (day: Day) =>
  new ValidationError('day', `The books are closed up to ${formatDay(day)}. Choose a later day.`);

/** Adds lines to the balances of their students, who are locked by the caller. */
async function changeBalances(
  tx: Tx,
  institutionId: number,
  lines: { studentId: number | null; ledgerAccountId: number; amount: number }[],
  accounts: Record<AccountRole, number>,
): Promise<void> {
  const changes = new Map<number, { student: number; owed: number; credit: number }>();
  for (const { studentId, ledgerAccountId, amount } of lines) {
    if (studentId === null) continue;
    const change = changes.get(studentId) ?? { student: studentId, owed: 0, credit: 0 };
    if (ledgerAccountId === accounts.receivable) change.owed += amount;
    if (ledgerAccountId === accounts.credit) change.credit -= amount;
    changes.set(studentId, change);
  }
  if (changes.size === 0) return;
  const changed = await query<{ student: number }>(tx)`
    update student_balances b set owed = b.owed + c.owed, credit = b.credit + c.credit
    from jsonb_to_recordset(${JSON.stringify([...changes.values()])}::jsonb) as c (student bigint, owed bigint, credit bigint)
    where b.institution_id = ${institutionId} and b.student_id = c.student returning b.student_id as student`;
  if (changed.length === changes.size) return;
  // Nearly every student has a row. An insert that meets one would check the change by itself, not the sum.
  for (const { student } of changed) changes.delete(Number(student));
  await insertMany(
    tx,
    studentBalances,
    Array.from(changes.values(), ({ student, owed, credit }) => ({ institutionId, studentId: student, owed, credit })),
  );
}
