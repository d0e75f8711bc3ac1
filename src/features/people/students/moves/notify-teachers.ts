import type { Actor } from '#kernel/actor.ts';
import { formatDay } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { batchTerm } from '#features/school/structure/batches/batch-term.ts';
import type { LockedBatch } from '#features/school/structure/batches/lock-batch.ts';
import { notifyClassTeachers } from '#features/school/structure/batches/notify-class-teachers.ts';
import type { MoveInput } from './move-fields.ts';
import type { MoveKind } from './student-moves.ts';
import type { MovingStudent } from '../lock-student.ts';

interface MoveNotice {
  institutionId: number;
  moveId: number;
  chosen: MovingStudent[];
  input: MoveInput;
  batch: LockedBatch | null;
}

/** The subject by which an undo finds the notifications. */
export const movedInBatch = (moveId: number, batchId: number) => `move:${moveId}:${batchId}`;

/**
 * Notifies the class teachers of joining and leaving students. They know about graduations, and guardians are informed in
 * person.
 */
export async function notifyTeachers(tx: Tx, actor: Actor, kind: MoveKind, told: MoveNotice): Promise<void> {
  if (kind === 'graduate') return;
  const { institutionId, moveId, chosen, input, batch } = told;
  const byBatch = Map.groupBy(chosen, (one) => batch?.id ?? one.batchId);
  for (const [batchId, here] of byBatch) {
    if (batchId === null) continue;
    await notifyClassTeachers(tx, actor, {
      institutionId,
      batchId,
      kind: 'students.moved',
      title: sentence(kind, here, input, batch?.name ?? here[0]!.batchName ?? `the ${batchTerm(actor, institutionId)}`),
      subject: movedInBatch(moveId, batchId),
    });
  }
}

function sentence(kind: MoveKind, here: MovingStudent[], { onDate, untilDate }: MoveInput, batch: string): string {
  const subject = here.length === 1 ? `${here[0]!.firstName} ${here[0]!.surname}` : `${here.length} students`;
  const day = formatDay(onDate);
  switch (kind) {
    case 'suspend':
      return `${subject} of ${batch} is suspended from ${day}${untilDate ? ` until ${formatDay(untilDate)}` : ''}`;
    case 'lift':
      return `${subject} of ${batch} is back from suspension on ${day}`;
    case 'decease':
      return `${subject} of ${batch} has passed away`;
    case 'admit':
    case 'readmit':
      return `${subject} joins ${batch} on ${day}`;
    default:
      return `${subject} of ${batch} ${here.length === 1 ? 'leaves' : 'leave'} on ${day}`;
  }
}
