import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { filterBy, searchText } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import { studentsMatching } from '#features/people/students/export-students.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { withheld, type WithheldItem } from '../holds.ts';
import { liftColumn, holdOf, liftOf, debtOf, stillWithheld } from './held-students.ts';
import { holdStates } from './hold-states.ts';

/** Students whose name or admission number matches. */
function soughtBy(text: string): SQL {
  const found = studentsMatching(text);
  return found ? sql`students.id = any (array(${found}))` : sql`true`;
}

const visible = (actor: Actor, wanted?: number) => [
  {
    where: and(
      inArray(students.institutionId, institutionsInView(actor, wanted, 'fees.view')),
      visibleTo(actor, students, wanted),
    ),
  },
];

/**
 * Students in the order of the list, so that a page reads debts only until it is full. Conditions on students reach into
 * it, as long as they are no joins.
 */
const byName = (db: Db) => db.select().from(students).orderBy(students.sortName, students.id).as('students');

/** Students whom a rule holds today, by name. */
export const holdList = declareList({
  id: students.id,
  sortKey: students.sortName,
  visible,
  filters: {
    q: filterBy(searchText, soughtBy),
    batch: filterBy(id, (batch) => eq(students.batchId, batch)),
    class: filterBy(
      id,
      (of): SQL => sql`students.batch_id = any (array(select t.id from batches t where t.class_id = ${of}))`,
    ),
    rule: filterBy(id, (rule): SQL => sql`${rule}::bigint = any (h.rule_ids)`),
    what: filterBy(choice(withheld), (what): SQL => sql`${what}::text = any (h.withheld)`),
    state: filterBy(choice(holdStates), (state): SQL =>
      state === 'lifted' ? sql`h.withheld && l.lifts` : sql`cardinality(${stillWithheld}) > 0`,
    ),
  },
  select: (db) =>
    db
      .select({
        id: students.id,
        institutionId: students.institutionId,
        sortKey: students.sortName,
        surname: students.surname,
        firstName: students.firstName,
        middleName: students.middleName,
        admissionNumber: students.admissionNumber,
        batch: students.batchName,
        rules: sql<string[]>`h.rules`,
        withheld: sql<WithheldItem[]>`h.withheld`,
        remaining: sql<WithheldItem[]>`${stillWithheld}`,
        owed: sql<number>`d.owed`.mapWith(Number),
        overdue: sql<number>`d.overdue`.mapWith(Number),
        since: sql<string | null>`d.since::text`,
        daysOverdue: sql<number | null>`d.late`,
        toPay: sql<number>`h.to_pay`.mapWith(Number),
        lift: liftColumn,
      })
      .from(byName(db))
      .innerJoin(debtOf, sql`true`)
      .innerJoin(holdOf, sql`true`)
      .leftJoin(liftOf, sql`true`),
});
export type HeldRow = Awaited<ReturnType<typeof holdList.readPage>>['rows'][number];
