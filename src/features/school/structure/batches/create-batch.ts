import type { Actor } from '#kernel/actor.ts';
import { type Tx, render, query, hasKey } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { lockOpenSession, lockBatchOfOpenSession } from '../lock-rows.ts';
import { batches, batchTeachers, classes } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';
import { and, eq, inArray, ne, sql, asc, type AnyColumn, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { id, line, list } from '#kernel/schemas.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/serve-choices.ts';
import { batchTerm, termFor } from './batch-term.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';

/** Adds a batch: a class arm in a session. The session determines the institution. */
export async function createBatch(tx: Tx, actor: Actor, { teacherIds, ...input }: BatchFields): Promise<number> {
  const { institutionId } = await lockOpenSession(tx, actor, input.sessionId);
  await checkBatch(tx, actor, institutionId, input);
  const [row] = await refuseDuplicate(
    tx
      .insert(batches)
      .values({ institutionId, ...input })
      .returning({ id: batches.id }),
    armTaken(actor, institutionId, input),
  );
  await writeTeachers(tx, institutionId, row!.id, teacherIds);
  const subject = { institutionId, type: 'batch', id: row!.id } as const;
  await recordAction(tx, actor, 'structure.createBatch', subject, `added ${input.name}`, { ...input, teacherIds });
  return row!.id;
}

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
async function checkBatch(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  input: Omit<BatchFields, 'teacherIds' | 'capacity'>,
  batchId = 0,
): Promise<void> {
  if (!(await tx.$count(classes, hasKey(classes, institutionId, input.classId))))
    throw new ValidationError(
      'classId',
      `Choose ${withArticle(termFor(actor, institutionId, 'class'))} from the list.`,
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

const armTaken = (actor: Actor, institutionId: number, { arm }: { arm: string }): Record<string, [string, string]> => ({
  batches_institution_id_class_id_session_id_arm_key: [
    'arm',
    arm
      ? `The ${termFor(actor, institutionId, 'class')} already has arm ${arm} in this session. Choose a different arm.`
      : `The ${termFor(actor, institutionId, 'class')} already has ${withArticle(batchTerm(actor, institutionId))} without an arm in this session. Enter an arm, such as B.`,
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
async function writeTeachers(tx: Tx, institutionId: number, batchId: number, teacherIds: number[]): Promise<number[]> {
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

/** The number of students in a batch, as the trigger on students counts them (docs/decisions/0027). */
export const seatedIn = (batch: { institutionId: AnyColumn | number; id: AnyColumn | number }): SQL<number> =>
  sql<number>`(select coalesce(sum(n.students), 0) from batch_counts n where n.institution_id = ${batch.institutionId} and n.batch_id = ${batch.id})`;

/** The number of students in a batch. */
async function countSeated(tx: Tx, institutionId: number, batchId: number): Promise<number> {
  const rows = await query<{ n: number }>(tx, render)`select ${seatedIn({ institutionId, id: batchId })} as n`;
  return Number(rows[0]!.n);
}

export const EditBatch = edits(BatchFields);

/** Edits a batch. Its session can't be changed, because of its students' history. */
export const editBatch = editRecord({
  action: 'structure.editBatch',
  type: 'batch',
  table: batches,
  may: 'structure.edit',
  fields: EditBatch,
  lock: lockBatchWithTeachers,
  sets: ['teacherIds'],
  read: ({ before, input }) => ({
    ...input,
    sessionId: before.sessionId,
    teacherIds: [...new Set(input.teacherIds)].toSorted((first, other) => first - other),
  }),
  async check({ tx, actor, before, values }) {
    const { institutionId, name, id } = before;
    await checkBatch(tx, actor, institutionId, values, id);
    const seated = await countSeated(tx, institutionId, id);
    if (values.capacity < seated)
      throw new ValidationError('capacity', `${name} has ${seated} students, so it needs at least ${seated} seats.`);
    if (seated && values.classId !== before.classId)
      throw new ValidationError('classId', `${name} has ${seated} students. Move them first, or add a new one.`);
  },
  taken: ({ actor, before, values }) => armTaken(actor, before.institutionId, values),
  alsoWrite: ({ tx, before, values }) => writeTeachers(tx, before.institutionId, before.id, values.teacherIds),
  nameOf: ({ values }) => values.name,
});

async function lockBatchWithTeachers(tx: Tx, actor: Actor, batchId: number) {
  const batch = await lockBatchOfOpenSession(tx, actor, batchId);
  const teachers = await tx
    .select({ id: batchTeachers.employeeId })
    .from(batchTeachers)
    .where(and(eq(batchTeachers.institutionId, batch.institutionId), eq(batchTeachers.batchId, batchId)))
    .orderBy(asc(batchTeachers.employeeId));
  return { ...batch, teacherIds: teachers.map(({ id }) => id) };
}
