import { and, desc, eq, inArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { auditEntries } from '#kernel/tables.ts';
import { employees } from '#features/people/people.schema.ts';
import { groupOfField } from './employee-fields.ts';
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

/** All that was done to the record, latest first; of fields that the actor does not see, only that they changed. */
export async function historyOfEmployee(db: Db, actor: Actor, employeeId: number) {
  const found = await db
    .select({ ...entry, institutionId: auditEntries.institutionId, details: auditEntries.details })
    .from(auditEntries)
    .where(and(inArray(auditEntries.institutionId, institutionsWhere(actor, 'audit.view')), about(employeeId)))
    .orderBy(desc(auditEntries.id))
    .limit(200);
  return found.map(({ institutionId, details, ...row }) => ({
    ...row,
    details: withoutUnseen(actor, { institutionId, id: employeeId }, details),
  }));
}

function withoutUnseen(
  actor: Actor,
  employee: { institutionId: number; id: number },
  details: Record<string, unknown>,
): Record<string, unknown> {
  const groups = groupsSeenOf(actor, employee);
  const changes = Object.entries((details['changes'] ?? {}) as Record<string, unknown>);
  const shown = changes.map(([field, change]) =>
    groups.includes(groupOfField[field as keyof typeof groupOfField] ?? 'general')
      ? [field, change]
      : [field, { from: 'not shown', to: 'not shown' }],
  );
  return { ...details, ...(changes.length && { changes: Object.fromEntries(shown) }) };
}
