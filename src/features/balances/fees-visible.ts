import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { studentGuardians } from '#features/people/people.schema.ts';
import { visibleTo } from '#features/students/students.policy.ts';
import { students } from '#features/students/students.schema.ts';

/** Permissions that show what students owe. */
export const maySeeFees = ['fees.view', 'fees.viewSelf'] as const;

/** Visible students whose fees the actor can see: all with `fees.view`, otherwise themselves or their own children. */
export const feesVisibleTo = (actor: Actor, wanted?: number): SQL =>
  and(visibleTo(actor, students, wanted), or(...ways(actor, wanted)) ?? sql`false`)!;

const ways = (actor: Actor, wanted?: number): SQL[] =>
  institutionsInView(actor, wanted, ...maySeeFees).flatMap((id) => {
    const { permissions, studentIds, guardianIds } = membershipIn(actor, id)!;
    const here = and(eq(students.institutionId, id), isNull(students.mergedIntoId))!;
    if (permissions.has('fees.view')) return [here];
    const own: SQL[] = [];
    if (studentIds.length) own.push(inArray(students.id, studentIds));
    if (guardianIds.length)
      own.push(sql`${students.id} in (select ${studentGuardians.studentId} from ${studentGuardians}
        where ${studentGuardians.institutionId} = ${id} and ${inArray(studentGuardians.guardianId, guardianIds)})`);
    return own.length ? [and(here, or(...own))!] : [];
  });
