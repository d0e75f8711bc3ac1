import { and, desc, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { auditEntries } from '#kernel/tables.ts';
import { placesNamed } from '#features/geography/name-places.ts';
import { employees } from '#features/people/people.schema.ts';
import { visibleTo } from './employees.policy.ts';

const entry = { id: auditEntries.id, at: auditEntries.at, person: auditEntries.person, summary: auditEntries.summary };
const about = (employeeId: number) =>
  and(eq(auditEntries.subjectType, 'employee'), eq(auditEntries.subjectId, employeeId));

/** Who changed the record last, for everybody who sees the employee. */
export async function lastChangeOf(db: Db, actor: Actor, employeeId: number) {
  const [row] = await db
    .select(entry)
    .from(auditEntries)
    .innerJoin(
      employees,
      and(eq(employees.institutionId, auditEntries.institutionId), eq(employees.id, auditEntries.subjectId)),
    )
    .where(and(visibleTo(actor, employees), about(employeeId)))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return row ?? null;
}

/** All that was done to the record, latest first. */
export const historyOfEmployee = (db: Db, actor: Actor, employeeId: number) =>
  db
    .select({ ...entry, details: placesNamed(auditEntries.details) })
    .from(auditEntries)
    .where(and(inArray(auditEntries.institutionId, institutionsWhere(actor, 'audit.view')), about(employeeId)))
    .orderBy(desc(auditEntries.id))
    .limit(200);
