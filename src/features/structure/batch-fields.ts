import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { employees } from '#features/people/people.schema.ts';
import { worksHere } from '#features/people/works-here.ts';
import { withArticle, wordFor } from './batch-word.ts';
import { batches, batchTeachers, classes } from './structure.schema.ts';

const choose = (what: string) =>
  z.coerce
    .number({ error: `Choose a ${what}.` })
    .int(`Choose a ${what}.`)
    .positive(`Choose a ${what}.`);
const capacity = 'Give a number of places between 1 and 5,000.';

export const BatchFields = z.object({
  classId: choose('{class}'),
  sessionId: choose('session'),
  arm: z.string().trim().max(40, 'The arm may have at most 40 characters.').default(''),
  name: line(120, 'The name'),
  capacity: z.coerce.number(capacity).int(capacity).min(1, capacity).max(5000, capacity),
  teacherIds: list(id),
});
export type BatchFields = z.infer<typeof BatchFields>;

/** Refuses a class of somewhere else and a name that the session has already; the session's row is locked. */
export async function checkBatch(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  input: Omit<BatchFields, 'teacherIds' | 'capacity'>,
  batchId = 0,
): Promise<void> {
  if (!(await tx.$count(classes, and(eq(classes.institutionId, institutionId), eq(classes.id, input.classId)))))
    throw new Refused('classId', `Choose ${withArticle(wordFor(actor, institutionId, 'class'))} from the list.`);
  const same = and(
    eq(batches.institutionId, institutionId),
    eq(batches.sessionId, input.sessionId),
    sql`lower(${batches.name}) = lower(${input.name})`,
    ne(batches.id, batchId),
  );
  if (await tx.$count(batches, same))
    throw new Refused('name', `The session already has ${input.name}. Choose another name.`);
}

export const armTaken = (
  actor: Actor,
  institutionId: number,
  { arm }: { arm: string },
): Record<string, [string, string]> => ({
  batches_institution_id_class_id_session_id_arm_key: [
    'arm',
    arm
      ? `The ${wordFor(actor, institutionId, 'class')} already has an arm ${arm} in this session.`
      : `The ${wordFor(actor, institutionId, 'class')} already has one without an arm in this session. Give an arm, for example B.`,
  ],
});

/** Employees who work here; refuses the whole choice when one of them is not. */
export async function checkTeachers(tx: Tx, institutionId: number, ids: number[], field: string): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  // Held: nobody lets one of them leave before this is saved.
  const here = await tx
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.institutionId, institutionId), inArray(employees.id, wanted), worksHere()))
    .orderBy(employees.id)
    .for('share');
  if (here.length !== wanted.length)
    throw new Refused(field, 'One of the teachers does not work here, or no longer. Choose again.');
}

/** Writes the class teachers of a batch; returns who they were. Somebody who has left since may stay until taken off. */
export async function writeTeachers(
  tx: Tx,
  institutionId: number,
  batchId: number,
  teacherIds: number[],
): Promise<number[]> {
  const mine = and(eq(batchTeachers.institutionId, institutionId), eq(batchTeachers.batchId, batchId));
  const before = (
    await tx.select({ id: batchTeachers.employeeId }).from(batchTeachers).where(mine).orderBy(batchTeachers.employeeId)
  ).map((one) => one.id);
  const wanted = [...new Set(teacherIds)];
  await checkTeachers(
    tx,
    institutionId,
    wanted.filter((one) => !before.includes(one)),
    'teacherIds',
  );
  const gone = before.filter((one) => !wanted.includes(one));
  if (gone.length) await tx.delete(batchTeachers).where(and(mine, inArray(batchTeachers.employeeId, gone)));
  const added = wanted.filter((one) => !before.includes(one));
  if (added.length)
    await tx.insert(batchTeachers).values(added.map((employeeId) => ({ institutionId, batchId, employeeId })));
  return before;
}
