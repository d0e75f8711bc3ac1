import { and, eq, inArray, or } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { fieldGroups, groupsSeen, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import { studentGuardians } from '#features/records/people/people.schema.ts';
import { studentGroups } from './students.policy.ts';

/** The viewer's relation to a student: the student, a guardian, or neither. */
export type Kin = 'self' | 'guardian' | null;

/** Queries the database only for accounts with a guardian record. */
export async function kinOf(db: Db, actor: Actor, studentId: number): Promise<Kin> {
  const mine = actor.institutions.filter(({ permissions }) => permissions.has('students.viewSelf'));
  if (mine.some(({ studentIds }) => studentIds.includes(studentId))) return 'self';
  const wards = mine.filter(({ guardianIds }) => guardianIds.length > 0);
  if (wards.length === 0) return null;
  const [row] = await db
    .select({ studentId: studentGuardians.studentId })
    .from(studentGuardians)
    .where(
      and(
        eq(studentGuardians.studentId, studentId),
        or(
          ...wards.map(({ id, guardianIds }) =>
            and(eq(studentGuardians.institutionId, id), inArray(studentGuardians.guardianId, guardianIds)),
          ),
        ),
      ),
    )
    .limit(1);
  return row ? 'guardian' : null;
}

/** The groups of a student's fields that the actor can see: all of them for the student and their guardians. */
export const groupsSeenOf = (actor: Actor, institutionId: number, kin: Kin): FieldGroup[] =>
  kin ? [...fieldGroups] : groupsSeen(actor, institutionId, studentGroups);

/** Whether the actor works with students' families or belongs to this one. */
export const mayKnowFamily = (actor: Actor, institutionId: number, kin: Kin): boolean =>
  kin !== null || can(actor, 'guardians.view', institutionId) || can(actor, 'guardians.viewOwn', institutionId);
