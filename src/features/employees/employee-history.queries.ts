import { and, desc, eq } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { auditEntries } from '#kernel/tables.ts';
import { employees } from '#features/people/people.schema.ts';
import { tellHistory } from '#features/people/tell-history.ts';
import { groupsSeenOf, visibleTo } from './employees.policy.ts';

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

/** All that was done to the record, latest first; of restricted groups that the actor does not see, only that it was. */
export async function historyOfEmployee(tx: Tx, actor: Actor, institutionId: number, employeeId: number) {
  allow(actor, 'audit.view', institutionId);
  const found = await tx
    .select({ ...entry, details: auditEntries.details })
    .from(auditEntries)
    .where(and(eq(auditEntries.institutionId, institutionId), about(employeeId)))
    .orderBy(desc(auditEntries.id))
    .limit(200);
  const groups = groupsSeenOf(actor, { institutionId, id: employeeId });
  return tellHistory(tx, actor, { institutionId, entity: 'employee', subjectId: employeeId, groups }, found);
}
