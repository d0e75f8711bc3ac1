import type { Ages } from '#features/money/invoices/dues/ages.ts';
import { sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import { isOneOf, render, type Db, query } from '#kernel/database.ts';
import { readCursor, writeCursor, cursorLength } from '#kernel/list/cursor.ts';
import { seenWhole, visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { z } from 'zod';
import { declareFilters, filterBy, searchText } from '#kernel/list/filters.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { choice, id } from '#kernel/schemas.ts';
import { studentsMatching } from '#features/people/students/export-students.ts';
import { sumsByAge } from '#features/money/invoices/dues/ages-in-sql.ts';
import { balanceStates } from './balance-states.ts';
import { batchChoices, chosenBatches } from '#features/school/structure/choices.queries.ts';

/** Open dues of the past: the invoice has more due before today than is paid. */
const isOverdue = sql`exists (select from invoices i where i.institution_id = b.institution_id and i.student_id = b.student_id
  and i.open > 0 and i.settled + i.credited < (select sum(d.amount) from invoice_dues d
    where d.institution_id = i.institution_id and d.invoice_id = i.id
      and d.due_on < (now() at time zone n.time_zone)::date))`;

const all = {
  q: filterBy(searchText, (text): SQL | undefined => {
    const found = studentsMatching(text);
    return found ? sql`b.student_id = any (array(${found}))` : undefined;
  }),
  above: filterBy(
    z.coerce.number().int().min(0).max(100_000_000_000),
    (naira): SQL => sql`b.owed > ${naira * 100}::bigint`,
  ),
  batch: filterBy(id, (batch): SQL => sql`${students.batchId} = ${batch}`),
  class: filterBy(
    id,
    (of): SQL =>
      sql`${students.batchId} in (select t.id from batches t where t.institution_id = b.institution_id and t.class_id = ${of})`,
  ),
  state: filterBy(choice(balanceStates), (state): SQL | undefined => (state === 'overdue' ? isOverdue : undefined)),
};
/** Conditions on `b` (student_balances), `n` (institutions) and students. */
export const balanceFilters = declareFilters<void, typeof all>(all);

export const BalanceFilter = z.object({
  ...viewFields,
  after: z.string().max(cursorLength).optional(),
  ...balanceFilters.shape,
});
export type BalanceFilter = z.infer<typeof BalanceFilter>;

/** The batches and classes that the list can be filtered by. */
export async function balanceChoices(
  db: Db,
  actor: Actor,
  { batch, class: of, institution_id: wanted }: BalanceFilter,
) {
  const [offered, chosen] = await Promise.all([
    batchChoices(db, actor, wanted),
    batch || of ? chosenBatches(db, actor, { batch, class: of }) : [],
  ]);
  return {
    batches: (offered.isMore ? chosen : offered.rows).map(({ id, name, classId, className }) => ({
      id,
      name,
      classId,
      className,
    })),
    /** More than are sent: filters search. */
    moreBatches: offered.isMore,
  };
}
export type BalanceChoices = Awaited<ReturnType<typeof balanceChoices>>;

/** With what is open by age; together the ages are what is owed. */
export interface BalanceRow extends Ages {
  /** The student. */
  id: number;
  institutionId: number;
  name: string;
  admissionNumber: string;
  batch: string | null;
  owed: number;
  credit: number;
}

export interface BalanceTotals {
  students: number;
  owed: number;
  credit: number;
}

const pageSize = 50;

/** The column that the list is sorted by: what is owed, or what is paid in advance. */
export const keyOf = ({ state }: BalanceFilter) => (state === 'credit' ? sql`b.credit` : sql`b.owed`);

/** Balances of the address, without the join of students where neither a filter nor the actor needs it. */
export function balancesOf(actor: Actor, filter: BalanceFilter): { from: SQL; where: SQL } {
  const { institution_id: wanted } = filter;
  const institutionIds = institutionsInView(actor, wanted, 'fees.view');
  const needsStudents = Boolean(filter.q || filter.batch || filter.class) || seenWhole(actor, wanted) === null;
  const conditions = [
    isOneOf(sql`b.institution_id`, institutionIds),
    sql`${keyOf(filter)} > 0`,
    ...(needsStudents ? [visibleTo(actor, students, wanted)] : []),
    ...balanceFilters.conditions(filter, undefined, { actor, institutionId: wanted }),
  ];
  const join = sql`join students on (students.institution_id, students.id) = (b.institution_id, b.student_id)`;
  const clock = filter.state === 'overdue' ? sql`join institutions n on n.id = b.institution_id` : sql``;
  return {
    from: sql`student_balances b ${needsStudents ? join : sql``} ${clock}`,
    where: sql.join(conditions, sql` and `),
  };
}

/** One page, the largest first, with the ages of its debts. */
export async function balancesPage(db: Db, actor: Actor, filter: BalanceFilter) {
  const { from, where } = balancesOf(actor, filter);
  const key = keyOf(filter);
  const cursor = readCursor(filter.after, 'number');
  const behind = cursor
    ? sql`and (${key} < ${cursor.key}::bigint or ${key} = ${cursor.key}::bigint and b.student_id > ${cursor.id}::bigint)`
    : sql``;
  const found = await query<BalanceRow>(db, render)`
    with page as materialized (
      select b.institution_id, b.student_id, b.owed, b.credit from ${from} where ${where} ${behind}
      order by ${key} desc, b.student_id limit ${pageSize + 1}),
    ${agesOf(sql`page`)}
    select p.student_id as id, p.institution_id as "institutionId", p.owed, p.credit,
      concat_ws(', ', s.surname, concat_ws(' ', s.first_name, s.middle_name)) as name, s.admission_number as "admissionNumber",
      t.name as batch, ${ageColumns}
    from page p join students s on (s.institution_id, s.id) = (p.institution_id, p.student_id)
    left join batches t on (t.institution_id, t.id) = (s.institution_id, s.batch_id)
    left join age a on a.student_id = p.student_id
    order by ${filter.state === 'credit' ? sql`p.credit` : sql`p.owed`} desc, p.student_id`;
  const { rows, isMore } = firstOf(found, pageSize);
  const last = rows.at(-1);
  const after =
    isMore && last ? { key: String(filter.state === 'credit' ? last.credit : last.owed), id: last.id } : null;
  return { rows, after: after && writeCursor({ ...after, part: 1 }) };
}

/** Students and sums of everything that the filters match. */
export async function balanceTotals(db: Db, actor: Actor, filter: BalanceFilter): Promise<BalanceTotals> {
  const { from, where } = balancesOf(actor, filter);
  const rows = await query<BalanceTotals>(db, render)`
    select count(*)::int as students, coalesce(sum(b.owed), 0)::bigint as owed, coalesce(sum(b.credit), 0)::bigint as credit
    from ${from} where ${where}`;
  return rows[0]!;
}

/**
 * Open dues of the students in `of`, by age: payments cover the dues of an invoice from the earliest. Student by student
 * and invoice by invoice, so that it is quick however little the database knows about tables that were just filled.
 */
export const agesOf = (of: SQL) => sql`age as materialized (
    select p.student_id, ${sumsByAge}
    from ${of} p join institutions n on n.id = p.institution_id
    cross join lateral (
      select i.institution_id, i.id, i.settled + i.credited as covered from invoices i
      where i.institution_id = p.institution_id and i.student_id = p.student_id and i.open > 0 offset 0) i
    cross join lateral (
      select (now() at time zone n.time_zone)::date - d.due_on as late,
        greatest(0, least(d.amount, sum(d.amount) over (order by d.due_on, d.position) - i.covered)) as open
      from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id) due
    group by p.student_id)`;

const ageColumns = sql`coalesce(a."notDue", 0)::bigint as "notDue", coalesce(a.days30, 0)::bigint as days30,
  coalesce(a.days60, 0)::bigint as days60, coalesce(a.days90, 0)::bigint as days90, coalesce(a.older, 0)::bigint as older`;
