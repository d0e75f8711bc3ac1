import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import type { WithheldItem, RuleCondition } from '../holds.ts';

/*
 * Who is held, as pieces of a query that starts at the table `students`. Nothing is stored: each student's balance and
 * open invoices are looked up, which takes some hundredths of a millisecond. `offset 0` keeps them lookups, also while the
 * database knows little about tables that were just filled.
 */

/** `d`: what a student who owes has open: in all, what of it is overdue, and since when. Nobody else has a row. */
export const debtOf = sql`lateral (
  select b.owed, n.day, coalesce(a.overdue, 0)::bigint as overdue, a.since, n.day - a.since as late, a.dues, a.amounts
  from (select t.owed from student_balances t where t.institution_id = students.institution_id
    and t.student_id = students.id offset 0) b
  cross join lateral (select (now() at time zone z.time_zone)::date as day from institutions z
    where z.id = students.institution_id offset 0) n
  cross join lateral (
    select sum(due.open) as overdue, min(due.due_on) as since, array_agg(due.due_on) as dues, array_agg(due.open) as amounts
    from (select i.institution_id, i.id, i.settled + i.credited as covered from invoices i
      where i.institution_id = students.institution_id and i.student_id = students.id
        and i.open > 0 offset 0) i
    cross join lateral (select v.due_on,
        least(v.amount, sum(v.amount) over (order by v.due_on, v.position) - i.covered) as open
      from invoice_dues v where v.institution_id = i.institution_id and v.invoice_id = i.id offset 0) due
    where due.open > 0 and due.due_on < n.day) a
  where b.owed > 0) d`;

/** A row of the columns of a rule, for `r` below: a rule that is not saved, or not like this. */
export const ruleOf = ({ above, counts, overdueDays, needs, programIds, classIds }: RuleCondition) => sql`(
  select ${above}::bigint as above, ${counts}::text as counts, ${overdueDays}::int as overdue_days, ${needs}::text as needs,
    ${sql.param(programIds)}::bigint[] as program_ids, ${sql.param(classIds)}::bigint[] as class_ids)`;

/** Students who have left count as members of their last class. */
const isMember = (r: SQL) => sql`(cardinality(${r}.program_ids) + cardinality(${r}.class_ids) = 0 or exists (
  select from batches t join classes k on (k.institution_id, k.id) = (t.institution_id, t.class_id)
  where t.institution_id = students.institution_id and t.id = coalesce(students.batch_id, (
      select e.batch_id from enrolments e where e.institution_id = students.institution_id and e.student_id = students.id
      order by e.from_date desc, e.id desc limit 1))
    and (k.id = any (${r}.class_ids) or k.program_id = any (${r}.program_ids))))`;

const counted = (r: SQL) => sql`(case ${r}.counts when 'owed' then d.owed else d.overdue end)`;
const isAbove = (r: SQL) => sql`coalesce(${counted(r)} > ${r}.above, false)`;
const isLate = (r: SQL) => sql`coalesce(d.late > ${r}.overdue_days, false)`;

/** Whether the rule `r` holds the student with the debt `d`. */
export const holds = (
  r: SQL,
): SQL => sql`((case when ${r}.needs = 'both' and ${r}.above is not null and ${r}.overdue_days is not null
  then ${isAbove(r)} and ${isLate(r)} else ${isAbove(r)} or ${isLate(r)} end) and ${isMember(r)})`;

/** The least payment after which it doesn't: payments cover the oldest due first. */
const toPay = (
  r: SQL,
): SQL => sql`(case when ${r}.needs = 'both' and ${r}.above is not null and ${r}.overdue_days is not null
  then least(${excess(r)}, ${oldest(r)}) else greatest(${excess(r)}, ${oldest(r)}) end)`;
const excess = (r: SQL) => sql`greatest(0, ${counted(r)} - coalesce(${r}.above, ${counted(r)}))`;
const oldest = (r: SQL) => sql`coalesce((select sum(u.amount) from unnest(d.dues, d.amounts) u (due_on, amount)
  where u.due_on < d.day - ${r}.overdue_days), 0)`;

const r = sql`r`;
/** `h`: what the rules that are switched on withhold. Students who are not held have no row. */
export const holdOf = sql`lateral (
  select array_agg(r.id order by r.id) as rule_ids, array_agg(r.name order by r.id) as rules,
    (select array_agg(distinct w order by w) from unnest(string_to_array(string_agg(array_to_string(r.withholds, ','), ','), ',')) w)
      as withheld,
    max(${toPay(r)})::bigint as to_pay
  from hold_rules r where r.institution_id = students.institution_id and r.is_on and ${holds(r)}
  having count(*) > 0) h`;

/** `l`: the lift that is in force today. Left-joined. */
export const liftOf = sql`lateral (
  select x.id, x.lifts, x.until, x.reason, (select c.name from accounts c where c.id = x.account_id) as by
  from hold_lifts x where x.institution_id = students.institution_id and x.student_id = students.id
    and x.ended_at is null and x.until >= d.day
  order by x.id desc limit 1) l`;

/** The words still withheld. */
export const stillWithheld = sql`array(select w from unnest(h.withheld) w where w <> all (coalesce(l.lifts, '{}')))`;

/** What is withheld from a student, and why. */
export interface Hold {
  studentId: number;
  institutionId: number;
  /** The names of the rules. */
  rules: string[];
  withheld: WithheldItem[];
  /** What of it is withheld today; the rest is lifted. */
  remaining: WithheldItem[];
  owed: number;
  overdue: number;
  /** The first day of what is overdue, and how long ago that was. */
  since: string | null;
  daysOverdue: number | null;
  /** A payment of this amount ends the hold. */
  toPay: number;
  lift: HoldLift | null;
}

interface HoldLift {
  id: number;
  lifts: WithheldItem[];
  until: string;
  reason: string | null;
  by: string | null;
}

/**
 * The holds of students whom a rule holds today, from what they owe at this moment; those with a lift included. `which`
 * narrows `students`, by ids and not by joins, so that nobody else's debts are read. The caller has checked access.
 */
export async function readHolds(db: Db, which: SQL): Promise<Hold[]> {
  return await query<Hold>(db, render(holdsQuery(which)));
}

export const holdsQuery = (which: SQL): SQL => sql`
    select students.id as "studentId", students.institution_id as "institutionId", h.rules, h.withheld,
      ${stillWithheld} as remaining, d.owed, d.overdue, d.since::text as since, d.late as "daysOverdue",
      h.to_pay as "toPay", ${liftColumn} as lift
    from students cross join ${debtOf} cross join ${holdOf} left join ${liftOf} on true
    where students.merged_into_id is null and ${which} order by students.institution_id, students.id`;

/** The same of one institution, by student. */
export async function heldStudents(db: Db, institutionId: number, which: SQL): Promise<Map<number, Hold>> {
  const rows = await readHolds(db, sql`students.institution_id = ${institutionId} and ${which}`);
  return new Map(rows.map((row) => [row.studentId, row]));
}

/** The lift as JSON. */
export const liftColumn = sql<HoldLift | null>`case when l.id is not null then jsonb_build_object('id', l.id, 'lifts', l.lifts,
  'until', l.until, 'reason', l.reason, 'by', l.by) end`;

export const withIds = (ids: readonly number[]): SQL => sql`students.id = any (${sql.param([...ids])}::bigint[])`;

/** The hold of one student, also where it is lifted. */
export const holdOfStudent = async (db: Db, institutionId: number, studentId: number): Promise<Hold | null> =>
  (await heldStudents(db, institutionId, withIds([studentId]))).get(studentId) ?? null;

/** The students from whom this is withheld today: a result, the exam hall. */
export async function heldFrom(
  db: Db,
  institutionId: number,
  what: WithheldItem,
  studentIds: readonly number[],
): Promise<Map<number, Hold>> {
  const held = await heldStudents(db, institutionId, withIds(studentIds));
  return new Map([...held].filter(([, { remaining }]) => remaining.includes(what)));
}

/** Whether this is withheld from a student today, and why. */
export const holdOn = async (
  db: Db,
  institutionId: number,
  studentId: number,
  what: WithheldItem,
): Promise<Hold | null> => (await heldFrom(db, institutionId, what, [studentId])).get(studentId) ?? null;
