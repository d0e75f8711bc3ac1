import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';

interface SeenBatch {
  institutionId: number;
  teachers: readonly { id: number }[];
  offerings: readonly { employeeId: number | null; electiveGroup: string | null }[];
}

/** Which pages of a batch the reader can open: by permission for all batches, and teachers for those they teach. */
export function batchLinks(actor: Actor, { institutionId, teachers, offerings }: SeenBatch) {
  const has = (...any: Permission[]) => any.some((one) => can(actor, one, institutionId));
  const isTaught = membershipIn(actor, institutionId)!.employeeIds.some(
    (own) => teachers.some(({ id }) => id === own) || offerings.some(({ employeeId }) => employeeId === own),
  );
  return {
    chooseElectives: has('students.edit') && offerings.some(({ electiveGroup }) => electiveGroup !== null),
    seeRegisters:
      has('attendance.view', 'attendance.take') || (isTaught && has('attendance.viewOwn', 'attendance.takeOwn')),
    seeTimetable:
      has('timetable.view', 'timetable.edit', 'timetable.publish') || (isTaught && has('timetable.viewOwn')),
  };
}
