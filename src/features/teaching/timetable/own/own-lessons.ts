import { sql } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { childrenOf } from '#features/people/students/students.policy.ts';
import type { LessonsOf } from '../timetable.queries.ts';

export interface OwnLessons {
  institutionId: number;
  who: LessonsOf;
  /** In addresses. */
  parameter: 'employee_id' | 'student_id';
  /** The own record; null for children: each lesson says whose it is. */
  own: number | null;
}

/** Whose lessons are the reader’s own in an institution: the own ones, and those of all children. */
export function ownLessons(actor: Actor, institutionId: number): OwnLessons[] {
  const { employeeIds, studentIds, guardianIds } = membershipIn(actor, institutionId)!;
  const children = sql`select * from ${childrenOf(institutionId, guardianIds)} c`;
  return [
    ...employeeIds.map((own): OwnLessons => ({
      institutionId,
      who: { employeeId: own },
      parameter: 'employee_id',
      own,
    })),
    ...studentIds.map((own): OwnLessons => ({ institutionId, who: { studentId: own }, parameter: 'student_id', own })),
    ...(guardianIds.length
      ? [{ institutionId, who: { studentId: children }, parameter: 'student_id' as const, own: null }]
      : []),
  ];
}
