import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/works-here.ts';
import { batchWord, wordFor } from './batch-word.ts';
import { batches, batchTeachers, classes } from '../structure.schema.ts';

const choose = (noun: string) =>
  z.coerce
    .number({ error: `Choose a ${noun}.` })
    .int(`Choose a ${noun}.`)
    .positive(`Choose a ${noun}.`);
const capacity = 'Enter a number of seats between 1 and 5,000.';

export const BatchFields = z.object({
  classId: choose('{class}'),
  sessionId: choose('session'),
  arm: z.string().trim().max(40, 'Use at most 40 characters for the arm.').default(''),
  name: line(120, 'The name'),
  capacity: z.coerce.number(capacity).int(capacity).min(1, capacity).max(5000, capacity),
  teacherIds: list(id),
});
export type BatchFields = z.infer<typeof BatchFields>;

/** Refuses a class of another institution and a name already used in the session. The caller locked the session. */
export async function checkBatch(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  input: Omit<BatchFields, 'teacherIds' | 'capacity'>,
  batchId = 0,
): Promise<void> {
  if (!(await tx.$count(classes, and(eq(classes.institutionId, institutionId), eq(classes.id, input.classId)))))
    throw new ValidationError(
      'classId',
      `Choose ${withArticle(wordFor(actor, institutionId, 'class'))} from the list.`,
    );
  const same = and(
    eq(batches.institutionId, institutionId),
    eq(batches.sessionId, input.sessionId),
    sql`lower(${batches.name}) = lower(${input.name})`,
    ne(batches.id, batchId),
  );
  if (await tx.$count(batches, same))
    throw new ValidationError('name', `The session already has ${input.name}. Choose a different name.`);
}

export const armTaken = (
  actor: Actor,
  institutionId: number,
  { arm }: { arm: string },
): Record<string, [string, string]> => ({
  batches_institution_id_class_id_session_id_arm_key: [
    'arm',
    arm
      ? `The ${wordFor(actor, institutionId, 'class')} already has arm ${arm} in this session. Choose a different arm.`
      : `The ${wordFor(actor, institutionId, 'class')} already has ${withArticle(batchWord(actor, institutionId))} without an arm in this session. Enter an arm, such as B.`,
  ],
});

/** Refuses the choice if any of the employees does not work here. */
export async function checkTeachers(tx: Tx, institutionId: number, ids: number[], field: string): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  // Locked, so that no exit is recorded for them before this is saved.
  const here = await tx
    .select({ id: employees.id })
    .from(employees)
    .where(and(eq(employees.institutionId, institutionId), inArray(employees.id, wanted), worksHere()))
    .orderBy(employees.id)
    .for('share');
  if (here.length !== wanted.length)
    throw new ValidationError(field, 'One of the teachers doesn’t work here. Choose someone else.');
}

/**
 * Writes the class teachers of a batch and returns the previous ones. Teachers who have left can stay until removed.
 */
export async function writeTeachers(
  tx: Tx,
  institutionId: number,
  batchId: number,
  teacherIds: number[],
): Promise<number[]> {
  const ofBatch = and(eq(batchTeachers.institutionId, institutionId), eq(batchTeachers.batchId, batchId));
  const before = (
    await tx
      .select({ id: batchTeachers.employeeId })
      .from(batchTeachers)
      .where(ofBatch)
      .orderBy(batchTeachers.employeeId)
  ).map(({ id }) => id);
  const wanted = [...new Set(teacherIds)];
  await checkTeachers(
    tx,
    institutionId,
    wanted.filter((teacherId) => !before.includes(teacherId)),
    'teacherIds',
  );
  const removed = before.filter((teacherId) => !wanted.includes(teacherId));
  if (removed.length) await tx.delete(batchTeachers).where(and(ofBatch, inArray(batchTeachers.employeeId, removed)));
  const added = wanted.filter((teacherId) => !before.includes(teacherId));
  if (added.length)
    await tx.insert(batchTeachers).values(added.map((employeeId) => ({ institutionId, batchId, employeeId })));
  return before;
}
