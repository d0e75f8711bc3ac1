import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchText } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { bankLines } from '../bank.schema.ts';
import { lineGroups, lineStates, type LineGroup } from '../bank-labels.ts';

/** Strong, weak, to post, none or done. */
export const groupOf = sql<LineGroup>`case when ${bankLines.state} <> 'open' then 'done'
  when ${bankLines.postingAccountId} is not null then 'post' else coalesce(${bankLines.strength}, 'none') end`;

const inGroup = (group: LineGroup): SQL => {
  if (group === 'done') return sql`${bankLines.state} <> 'open'`;
  if (group === 'post') return sql`${bankLines.state} = 'open' and ${bankLines.postingAccountId} is not null`;
  const strength = group === 'none' ? sql`is null` : sql`= ${group}`;
  return sql`${bankLines.state} = 'open' and ${bankLines.strength} ${strength}
    and ${bankLines.postingAccountId} is null`;
};

const containing = (text: string) => {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(lower(coalesce(${bankLines.narration}, '')) like ${pattern} or lower(coalesce(${bankLines.reference}, '')) like ${pattern})`;
};

const ofStudent = (actor: Actor, wanted?: number) =>
  and(
    eq(students.institutionId, bankLines.institutionId),
    eq(students.id, bankLines.studentId),
    visibleTo(actor, students, wanted),
  );
const ofPayment = hasKey(payments, bankLines.institutionId, bankLines.paymentId);

export const lineColumns = {
  id: bankLines.id,
  institutionId: bankLines.institutionId,
  statementId: bankLines.statementId,
  rowNumber: bankLines.rowNumber,
  day: bankLines.day,
  amount: bankLines.amount,
  currency: sql<string>`(select z.currency from institutions z where z.id = ${bankLines.institutionId})`,
  reference: bankLines.reference,
  narration: bankLines.narration,
  state: bankLines.state,
  strength: bankLines.strength,
  reason: bankLines.reason,
  remark: bankLines.remark,
  group: groupOf,
  postingAccountId: bankLines.postingAccountId,
  postingAccount: sql<string | null>`(select a.name from ledger_accounts a
    where a.institution_id = ${bankLines.institutionId} and a.id = ${bankLines.postingAccountId})`,
  paymentId: bankLines.paymentId,
  receiptNumber: payments.receiptNumber,
  /** How many payments a lump is. */
  paymentCount: sql<number>`(select count(*)::int from bank_line_payments k
    where k.institution_id = ${bankLines.institutionId} and k.line_id = ${bankLines.id})`,
  studentId: bankLines.studentId,
  surname: students.surname,
  firstName: students.firstName,
  middleName: students.middleName,
  admissionNumber: students.admissionNumber,
};

export const selectLines = (db: Db, actor: Actor, wanted?: number) =>
  db.select(lineColumns).from(bankLines).leftJoin(payments, ofPayment).leftJoin(students, ofStudent(actor, wanted));

/** The lines of statements by their proposals. */
export const lineList = declareList({
  id: bankLines.id,
  visible: inInstitutions(bankLines.institutionId, 'payments.place'),
  filters: {
    q: filterBy(searchText, containing),
    group: filterBy(choice(lineGroups), inGroup),
    state: filterBy(choice(lineStates), (state) => eq(bankLines.state, state)),
    direction: filterBy(choice({ in: 'Money in', out: 'Money out' }), (direction) =>
      direction === 'in' ? sql`${bankLines.amount} > 0` : sql`${bankLines.amount} < 0`,
    ),
    statement: filterBy(id, (statementId) => eq(bankLines.statementId, statementId)),
  },
  select: selectLines,
});
export type BankLineRow = Awaited<ReturnType<typeof lineList.readPage>>['rows'][number];

export interface GroupTotals {
  group: LineGroup;
  count: number;
  moneyIn: number;
  moneyOut: number;
}

/** How many lines each group has, and their sums, in one currency. */
export async function groupTotals(db: Db, actor: Actor, statementId: number | undefined, wanted?: number) {
  const rows = await db
    .select({
      institutionId: bankLines.institutionId,
      group: groupOf,
      count: sql<number>`count(*)::int`,
      moneyIn: sql<number>`coalesce(sum(${bankLines.amount}) filter (where ${bankLines.amount} > 0), 0)`.mapWith(
        Number,
      ),
      moneyOut: sql<number>`coalesce(-sum(${bankLines.amount}) filter (where ${bankLines.amount} < 0), 0)`.mapWith(
        Number,
      ),
    })
    .from(bankLines)
    .where(
      and(
        inArray(bankLines.institutionId, institutionsInView(actor, wanted, 'payments.place')),
        statementId === undefined ? undefined : eq(bankLines.statementId, statementId),
      ),
    )
    .groupBy(bankLines.institutionId, sql`2`)
    .orderBy(bankLines.institutionId, sql`2`);
  const byCurrency = Map.groupBy(rows, ({ institutionId }) => membershipIn(actor, institutionId)!.currency);
  return Array.from(byCurrency, ([currency, all]) => ({
    currency,
    groups: Array.from(Map.groupBy(all, ({ group }) => group).values(), added),
  }));
}

const added = (rows: GroupTotals[]): GroupTotals =>
  rows.reduce((sum, { group, count, moneyIn, moneyOut }) => ({
    group,
    count: sum.count + count,
    moneyIn: sum.moneyIn + moneyIn,
    moneyOut: sum.moneyOut + moneyOut,
  }));

/** How many lines of a statement are open, or have a strong proposal. */
export const lineCounts = (institutionId: SQLWrapper, statementId: SQLWrapper, which: 'open' | 'strong') =>
  sql<number>`(select count(*)::int from ${bankLines} l where l.institution_id = ${institutionId}
    and l.statement_id = ${statementId} and l.state = 'open' ${which === 'strong' ? sql`and l.strength = 'strong'` : sql``})`;
