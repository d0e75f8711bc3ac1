import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { Refused } from '#kernel/errors.ts';
import type { AccountRole } from './chart.ts';
import type { Source } from './sources.ts';

export interface Line {
  /** The account by its role, or by its id. */
  to: AccountRole | number;
  /** Minor units: debit above zero, credit below. Lines of zero are left out. */
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
  const heads = entries.map(({ lines: _, ...head }, at) => ({ ...head, part: head.part ?? '', at }));
  const lines = entries.flatMap((entry, at) =>
    entry.lines
      .filter(({ amount }) => amount !== 0)
      .map(({ to, amount, studentId }, position) => ({
        ...(typeof to === 'number' ? { account: to } : { role: to }),
        ...{ at, position: position + 1, amount, student: studentId },
      })),
  );
  const students = [...new Set(lines.flatMap(({ student }) => student ?? []))].toSorted((one, other) => one - other);
  const [, posted] = await Promise.all([
    students.length &&
      tx.execute(sql`insert into student_balances (institution_id, student_id)
        select ${institutionId}, s from unnest(${sql.param(students)}::bigint[]) s on conflict do nothing`),
    tx.execute<{ ids: number[]; lines: number; closedThrough: string | null }>(
      insertEntries(institutionId, actor.accountId, JSON.stringify(heads), JSON.stringify(lines)),
    ),
  ]);
  const { ids, lines: written, closedThrough } = posted.rows[0]!;
  if (written !== lines.length) throw new Error(`${lines.length - written} lines name an account that does not exist.`);
  if (closedThrough && entries.some(({ day }) => day <= closedThrough)) throw closedUntil(closedThrough);
  return ids;
}

const insertEntries = (institutionId: number, accountId: number | null, heads: string, lines: string) => sql`
  with book as materialized (
    select b.closed_through, i.currency from ledger_books b join institutions i on i.id = b.institution_id
    where b.institution_id = ${institutionId} for key share of b),
  head as materialized (
    select * from jsonb_to_recordset(${heads}::jsonb) as r (at int, day date, source text, "sourceId" bigint, part text,
      description text, "reversesId" bigint)),
  entry as (
    insert into ledger_entries (institution_id, day, source, source_id, part, description, currency, reverses_id, account_id)
    select ${institutionId}, h.day, h.source, h."sourceId", h.part, h.description, b.currency, h."reversesId", ${accountId}::bigint
    from head h cross join book b order by h.at
    returning id, day, source, source_id, part),
  placed as materialized (
    select e.id, e.day, h.at from entry e
    join head h on (h.source, h."sourceId", h.part) = (e.source, e.source_id, e.part)),
  line as (
    insert into ledger_lines (institution_id, entry_id, position, ledger_account_id, amount, student_id, day)
    select ${institutionId}, p.id, r.position, a.id, r.amount, r.student, p.day
    from jsonb_to_recordset(${lines}::jsonb) as r (at int, position smallint, role text, account bigint, amount bigint, student bigint)
    join placed p on p.at = r.at
    join ledger_accounts a on a.institution_id = ${institutionId} and (a.role = r.role or a.id = r.account)
    returning student_id, ledger_account_id, amount),
  change as (
    select l.student_id, coalesce(sum(l.amount) filter (where a.role = 'receivable'), 0) as owed,
      coalesce(-sum(l.amount) filter (where a.role = 'credit'), 0) as credit
    from line l join ledger_accounts a on a.institution_id = ${institutionId} and a.id = l.ledger_account_id
    where l.student_id is not null group by l.student_id),
  changed as (
    update student_balances b set owed = b.owed + c.owed, credit = b.credit + c.credit
    from change c where b.institution_id = ${institutionId} and b.student_id = c.student_id)
  select (select array_agg(id order by at) from placed) as ids, (select count(*)::int from line) as lines,
    (select closed_through::text from book) as "closedThrough"`;

export const closedUntil = (day: Day) =>
  new Refused('day', `The books are closed until ${formatDay(day)}. Choose a later day.`);
