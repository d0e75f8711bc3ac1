import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { batchesWord, batchWord } from '../batches/batch-word.ts';
import { refuseInUse } from '../in-use.ts';
import { lockOpenSession } from '../lock-rows.ts';
import { academicSessions } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

/** Deletes a session without batches and students. */
export async function deleteSession(tx: Tx, actor: Actor, sessionId: number): Promise<string> {
  const { institutionId, id, name, isCurrent } = await lockOpenSession(tx, actor, sessionId);
  if (isCurrent)
    throw new ValidationError('form', `${name} is the current session. Make another session current first.`);
  await refuseInUse(
    tx,
    name,
    [
      {
        singular: batchWord(actor, institutionId),
        plural: batchesWord(actor, institutionId),
        count: sql`select count(*) from batches where institution_id = ${institutionId} and session_id = ${id}`,
      },
      {
        singular: 'student',
        count: sql`select coalesce(sum(students), 0) from session_counts where institution_id = ${institutionId} and session_id = ${id}`,
      },
    ],
    'Close it instead.',
  );
  await tx
    .delete(academicSessions)
    .where(and(eq(academicSessions.institutionId, institutionId), eq(academicSessions.id, id)));
  await recordAction(
    tx,
    actor,
    'structure.deleteSession',
    { institutionId, type: 'session', id, name },
    `deleted the session ${name}`,
  );
  return name;
}
