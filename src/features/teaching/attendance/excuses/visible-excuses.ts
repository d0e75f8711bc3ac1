import { or, sql, type SQL } from 'drizzle-orm';
import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { childrenOf } from '#features/people/students/students.policy.ts';

export const decidingExcuses = ['attendance.correct', 'attendance.takeOwn'] as const;
export const seeingExcuses = [...decidingExcuses, 'attendance.viewSelf'] as const;

/** Excuses `x` of students `s` on which the actor decides: all, or those of the batches that the actor leads. */
export function decidedBy(actor: Actor, wanted?: number): SQL {
  const ways = institutionsInView(actor, wanted, ...decidingExcuses).flatMap((id): SQL[] => {
    const { permissions, employeeIds } = membershipIn(actor, id)!;
    const here = sql`x.institution_id = ${id}`;
    if (permissions.has('attendance.correct')) return [here];
    if (employeeIds.length === 0) return [];
    return [
      sql`(${here} and s.batch_id in (select t.batch_id from batch_teachers t where t.institution_id = ${id}
        and t.employee_id = any (${sql.param(employeeIds)}::bigint[])))`,
    ];
  });
  return or(...ways) ?? sql`false`;
}

/** The actor's own record and children: students `s`. */
export function ownStudents(actor: Actor, wanted?: number): SQL {
  const ways = institutionsInView(actor, wanted, 'attendance.viewSelf').flatMap((id): SQL[] => {
    const { studentIds, guardianIds } = membershipIn(actor, id)!;
    const here = sql`s.institution_id = ${id} and s.merged_into_id is null`;
    return [
      ...(studentIds.length ? [sql`(${here} and s.id = any (${sql.param(studentIds)}::bigint[]))`] : []),
      ...(guardianIds.length ? [sql`(${here} and s.id in ${childrenOf(id, guardianIds)})`] : []),
    ];
  });
  return or(...ways) ?? sql`false`;
}
