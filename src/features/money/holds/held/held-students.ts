import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import type { Withheld } from '../holds.ts';
import { holdOf, liftOf, debtOf, stillWithheld } from './debt-and-holds.ts';

/** What is withheld from a student, and why. */
export interface Hold {
  studentId: number;
  institutionId: number;
  /** The names of the rules. */
  rules: string[];
  withheld: Withheld[];
  /** What of it is withheld today; the rest is lifted. */
  remaining: Withheld[];
  owed: number;
  overdue: number;
  /** The first day of what is overdue, and how long ago that was. */
  since: string | null;
  daysOverdue: number | null;
  /** A payment of this amount ends the hold. */
  toPay: number;
  lift: HoldLift | null;
}

export interface HoldLift {
  id: number;
  lifts: Withheld[];
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
  what: Withheld,
  studentIds: readonly number[],
): Promise<Map<number, Hold>> {
  const held = await heldStudents(db, institutionId, withIds(studentIds));
  return new Map([...held].filter(([, { remaining }]) => remaining.includes(what)));
}

/** Whether this is withheld from a student today, and why. */
export const holdOn = async (db: Db, institutionId: number, studentId: number, what: Withheld): Promise<Hold | null> =>
  (await heldFrom(db, institutionId, what, [studentId])).get(studentId) ?? null;
