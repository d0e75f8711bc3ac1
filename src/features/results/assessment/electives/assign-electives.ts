import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { ownFamily } from '#kernel/own-family/own-family.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { countOf } from '#ui/format.ts';
import { electivesChange } from '#features/people/students/choose-electives.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { studentElectives, students } from '#features/people/students/students.schema.ts';
import { lockBatch } from '#features/school/structure/batches/lock-batch.ts';
import { classElectives, type Elective } from './electives-page.queries.ts';

const most = 5000;

export const AssignElectives = z.object({
  choices: z
    .array(z.object({ student_id: id, offering_id: id }), 'Select at least one student.')
    .min(1, 'Select at least one student.')
    .max(most, 'Choose for fewer students at once.'),
  /** Choices already made in the group are replaced; otherwise they stay. */
  replace: checkbox,
});

export interface Choice {
  studentId: number;
  offeringId: number;
}

/** Locks the class arm, in which electives can be chosen. */
export async function lockElectives(tx: Tx, actor: Actor, batchId: number) {
  const batch = await lockBatch(tx, actor, batchId);
  const { electives } = await classElectives(tx, actor, batchId);
  if (batch.isClosed) throw new Conflict(`${batch.name} is closed. Its electives can’t be changed.`);
  return { batch, electives: new Map(electives.map((one) => [one.id, one])) };
}

type Locked = Awaited<ReturnType<typeof lockElectives>>;

/** Chooses electives for students of a class arm, one in each group. Returns what it did in words. */
export async function assignElectives(
  tx: Tx,
  actor: Actor,
  { batch, electives }: Locked,
  choices: Choice[],
  { isReplacing }: { isReplacing: boolean },
): Promise<string> {
  const { institutionId } = batch;
  const ids = [...new Set(choices.map(({ studentId }) => studentId))];
  const found = await tx
    .select({ id: students.id, firstName: students.firstName, surname: students.surname })
    .from(students)
    .where(and(visibleTo(actor, students, institutionId), eq(students.batchId, batch.id), inArray(students.id, ids)))
    .orderBy(students.id)
    .for('no key update');
  if (found.length !== ids.length || choices.some(({ offeringId }) => !electives.has(offeringId)))
    throw new ValidationError(
      'choices',
      `The students or electives of ${batch.name} have changed. Reload the page and try again.`,
    );
  // A colleague chooses for the own family.
  const own = await ownFamily(tx, actor.accountId, institutionId);
  const before = await chosenBefore(tx, institutionId, ids, electives);
  const changes = found.flatMap((student) => {
    if (own.students.has(student.id)) return [];
    const had = before.get(student.id) ?? [];
    const wanted = choices
      .filter(({ studentId }) => studentId === student.id)
      .map((one) => electives.get(one.offeringId)!);
    const inGroup = new Map(wanted.map((one) => [one.group, one]));
    if (inGroup.size < new Set(wanted).size)
      throw new ValidationError('choices', `${student.firstName} ${student.surname} can take one elective of a group.`);
    const added = [...inGroup.values()].filter(
      ({ id: one, group }) =>
        had.every((its) => its.id !== one) && (isReplacing || had.every((its) => its.group !== group)),
    );
    const dropped = had.filter((its) => added.some(({ group }) => group === its.group));
    return added.length ? [{ student, had, added, dropped }] : [];
  });
  const removed = changes.flatMap(({ student, dropped }) =>
    dropped.map((one) => ({ studentId: student.id, offeringId: one.id })),
  );
  for (const [offeringId, rows] of Map.groupBy(removed, (row) => row.offeringId))
    await tx.delete(studentElectives).where(
      and(
        eq(studentElectives.institutionId, institutionId),
        eq(studentElectives.offeringId, offeringId),
        inArray(
          studentElectives.studentId,
          rows.map(({ studentId }) => studentId),
        ),
      ),
    );
  const rows = changes.flatMap(({ student, added }) =>
    added.map((one) => ({ institutionId, studentId: student.id, offeringId: one.id })),
  );
  if (rows.length) await tx.insert(studentElectives).values(rows);
  await recordMany(
    tx,
    actor,
    'students.chooseElectives',
    changes.map(({ student, had, added, dropped }) => ({
      institutionId,
      ...electivesChange(student, had, [...had.filter((one) => !dropped.includes(one)), ...added]),
    })),
  );
  const others = found.length - changes.length;
  const left = others ? ` ${others === 1 ? '1 other stays' : `${others} others stay`} as before.` : '';
  return `Electives chosen for ${countOf(changes.length, 'student')}.${left}`;
}

async function chosenBefore(tx: Tx, institutionId: number, ids: number[], electives: ReadonlyMap<number, Elective>) {
  const rows = await tx
    .select({ studentId: studentElectives.studentId, offeringId: studentElectives.offeringId })
    .from(studentElectives)
    .where(
      and(
        eq(studentElectives.institutionId, institutionId),
        inArray(studentElectives.studentId, ids),
        inArray(studentElectives.offeringId, [...electives.keys()]),
      ),
    );
  const chosen = rows.map((row) => ({ studentId: row.studentId, elective: electives.get(row.offeringId)! }));
  return new Map(
    [...Map.groupBy(chosen, (row) => row.studentId)].map(([studentId, some]) => [
      studentId,
      some.map(({ elective }) => elective),
    ]),
  );
}
