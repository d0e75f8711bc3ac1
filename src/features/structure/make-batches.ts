import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { checkbox } from '#kernel/schemas.ts';
import { eWorksHere } from '#features/people/works-here.ts';
import { batchesWord } from './batch-word.ts';
import { insertOfferings } from './copy-offerings.ts';
import { lockOpenSession } from './lock-rows.ts';
import { batches } from './structure.schema.ts';
import { recordAct } from './write-down.ts';

const session = (message: string) => z.coerce.number({ error: message }).int(message).positive(message);

export const MakeBatches = z.object({
  sessionId: session('Choose the session to fill.'),
  fromSessionId: session('Choose the session to take them from.'),
  withTeachers: checkbox,
  withCourses: checkbox,
});

/** The same arms for a new session as another had, all at once; those that are there already stay as they are. */
export async function makeBatches(tx: Tx, actor: Actor, input: z.infer<typeof MakeBatches>) {
  const to = await lockOpenSession(tx, actor, input.sessionId);
  const { institutionId } = to;
  if (input.fromSessionId === to.id) throw new Refused('fromSessionId', 'Choose another session to take them from.');
  const old = await tx
    .select()
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), eq(batches.sessionId, input.fromSessionId)))
    .orderBy(batches.id);
  if (old.length === 0)
    throw new Refused('fromSessionId', 'That session has nothing to take over. Choose another one.');
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
  if (made.length === 0) throw new Refused('sessionId', `${to.name} already has all of them.`);
  await recordAct(
    tx,
    actor,
    'structure.makeBatches',
    { institutionId, type: 'session', id: to.id, name: to.name },
    `made ${made.length} ${batchesWord(actor, institutionId)} for ${to.name}`,
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
