import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox } from '#kernel/schemas.ts';
import { eWorksHere } from '#features/records/people/serve-choices.ts';
import { batchesWord } from './batch-word.ts';
import { insertOfferings } from './undo-offerings.ts';
import { lockOpenSession } from '../lock-rows.ts';
import { batches } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';

const session = (message: string) => z.coerce.number({ error: message }).int(message).positive(message);

export const MakeBatches = z.object({
  sessionId: session('Choose the session to add to.'),
  fromSessionId: session('Choose the session to copy from.'),
  withTeachers: checkbox,
  withCourses: checkbox,
});

/** Copies the batches of one session to another. Existing batches are not changed. */
export async function makeBatches(tx: Tx, actor: Actor, input: z.infer<typeof MakeBatches>) {
  const to = await lockOpenSession(tx, actor, input.sessionId);
  const { institutionId } = to;
  if (input.fromSessionId === to.id)
    throw new ValidationError('fromSessionId', 'Choose a different session to copy from.');
  const old = await tx
    .select()
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), eq(batches.sessionId, input.fromSessionId)))
    .orderBy(batches.id);
  if (old.length === 0)
    throw new ValidationError('fromSessionId', 'That session has nothing to copy. Choose a different session.');
  const made: string[] = [];
  for (const { id: from, classId, arm, name, capacity } of old) {
    const [row] = await tx
      .insert(batches)
      .values({ institutionId, sessionId: to.id, classId, arm, name, capacity })
      .onConflictDoNothing()
      .returning({ id: batches.id });
    if (!row) continue;
    made.push(name);
    if (input.withTeachers) await copyTeachers(tx, institutionId, from, row.id);
    if (input.withCourses) await insertOfferings(tx, institutionId, from, row.id);
  }
  if (made.length === 0) throw new ValidationError('sessionId', `Nothing to add: ${to.name} already has all of them.`);
  const subject = { institutionId, type: 'session', id: to.id } as const;
  await recordAction(
    tx,
    actor,
    'structure.makeBatches',
    subject,
    `added ${made.length} ${batchesWord(actor, institutionId)} to ${to.name}`,
    {
      from: input.fromSessionId,
      made,
      withTeachers: input.withTeachers,
      withCourses: input.withCourses,
    },
  );
  return { made: made.length, session: to.name };
}

const copyTeachers = (tx: Tx, institutionId: number, from: number, to: number) =>
  tx.execute(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
    select t.institution_id, ${to}, t.employee_id from batch_teachers t
    join employees e on (e.institution_id, e.id) = (t.institution_id, t.employee_id) and ${eWorksHere}
    where t.institution_id = ${institutionId} and t.batch_id = ${from} order by e.id for share of e`);
