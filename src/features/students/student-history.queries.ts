import { and, desc, eq, inArray, notInArray } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { shownDetails } from '#kernel/changes.ts';
import type { Db } from '#kernel/database.ts';
import { groupsSeen } from '#kernel/field-groups.ts';
import { auditEntries } from '#kernel/tables.ts';
import { placesNamed } from '#features/geography/name-places.ts';
import { studentGroups, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

const entry = { id: auditEntries.id, at: auditEntries.at, person: auditEntries.person, summary: auditEntries.summary };
const about = (studentId: number) =>
  and(eq(auditEntries.subjectType, 'student'), eq(auditEntries.subjectId, studentId));

/** In the history, and yet no change of the record. */
const printing = ['students.print', 'students.printCards'];

/** Who changed the record last, for everybody who sees the student. */
export async function lastChangeOf(db: Db, actor: Actor, studentId: number) {
  const [row] = await db
    .select(entry)
    .from(auditEntries)
    .innerJoin(
      students,
      and(eq(students.institutionId, auditEntries.institutionId), eq(students.id, auditEntries.subjectId)),
    )
    .where(and(visibleTo(actor, students), about(studentId), notInArray(auditEntries.action, printing)))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return row ?? null;
}

/** All that was done to the record, latest first; of restricted groups that the actor does not see, only that it was. */
export async function historyOfStudent(db: Db, actor: Actor, studentId: number) {
  const found = await db
    .select({ ...entry, institutionId: auditEntries.institutionId, details: placesNamed(auditEntries.details) })
    .from(auditEntries)
    .where(and(inArray(auditEntries.institutionId, institutionsWhere(actor, 'audit.view')), about(studentId)))
    .orderBy(desc(auditEntries.id))
    .limit(200);
  return found.map(({ institutionId, details, ...row }) => ({
    ...row,
    details: shownDetails(details, groupsSeen(actor, institutionId, studentGroups)),
  }));
}
