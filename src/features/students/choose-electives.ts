import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { edits, mergeEdit } from '#kernel/edit.ts';
import { Refused } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { batchWord } from '#features/structure/batch-word.ts';
import { academicSessions, batches, courseOfferings, courses } from '#features/structure/structure.schema.ts';
import { lockStudent } from './lock-student.ts';
import { studentElectives } from './students.schema.ts';

/** Ids of what the batch is offered, one a group at most; an empty one is a group in which nothing is taken. */
export const ChooseElectives = edits(
  z.object({
    offeringIds: list(z.union([z.literal(''), id])).transform((ids) => ids.filter((one) => one !== '')),
  }),
);

/** Sets which electives of the present batch a student takes. Those of earlier batches stay as they were. */
export async function chooseElectives(
  tx: Tx,
  actor: Actor,
  studentId: number,
  sent: z.infer<typeof ChooseElectives>,
): Promise<void> {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId, batchId } = student;
  allow(actor, 'students.edit', institutionId);
  const name = `${student.firstName} ${student.surname}`;
  if (!batchId)
    throw new Refused('offeringIds', `${name} is in no ${batchWord(actor, institutionId)}. Assign one first.`);
  await refuseClosed(tx, institutionId, batchId);
  const offered = await electivesOf(tx, institutionId, batchId);
  const ids = offered.map(({ id: one }) => one);
  const mine = and(eq(studentElectives.institutionId, institutionId), eq(studentElectives.studentId, studentId));
  const before = ids.length
    ? await tx
        .select({ id: studentElectives.offeringId })
        .from(studentElectives)
        .where(and(mine, inArray(studentElectives.offeringId, ids)))
    : [];
  const had = offered.filter(({ id: one }) => before.some((row) => row.id === one));
  const { input } = await mergeEdit(tx, actor, {
    fields: ChooseElectives,
    sent,
    current: { offeringIds: had.map(({ id: one }) => one) },
    subject: { institutionId, type: 'student', id: studentId },
    action: 'students.chooseElectives',
    words: { offeringIds: (some) => titles(offered.filter(({ id: one }) => (some as number[]).includes(one))) },
  });
  const { offeringIds } = input;
  const wanted = offered.filter(({ id: one }) => offeringIds.includes(one));
  if (offeringIds.some((one) => !wanted.some((elective) => elective.id === one)))
    throw new Refused('offeringIds', 'One of these is not offered here as an elective. Load the page again.');
  const twice = wanted.find(({ group }, at) => wanted.findIndex((other) => other.group === group) !== at);
  if (twice) throw new Refused('offeringIds', `Choose one of ${twice.group}, not several.`);
  const [from, to] = [titles(had), titles(wanted)];
  if (from === to) return;
  const dropped = had.filter((one) => !wanted.includes(one)).map(({ id: one }) => one);
  const added = wanted.filter((one) => !had.includes(one));
  if (dropped.length) await tx.delete(studentElectives).where(and(mine, inArray(studentElectives.offeringId, dropped)));
  if (added.length)
    await tx
      .insert(studentElectives)
      .values(added.map(({ id: offeringId }) => ({ institutionId, studentId, offeringId })));
  await record(tx, actor, 'students.chooseElectives', {
    institutionId,
    summary: `chose electives for ${name}: ${to || 'none'}`,
    subject: { type: 'student', id: studentId },
    details: { changes: { electives: { from: from || null, to: to || null } } },
  });
}

const titles = (electives: { title: string }[]) => electives.map(({ title }) => title).join(', ');

const electivesOf = async (tx: Tx, institutionId: number, batchId: number) => {
  const rows = await tx
    .select({ id: courseOfferings.id, title: courses.title, group: courses.electiveGroup })
    .from(courseOfferings)
    .innerJoin(
      courses,
      and(eq(courses.institutionId, courseOfferings.institutionId), eq(courses.id, courseOfferings.courseId)),
    )
    .where(
      and(
        eq(courseOfferings.institutionId, institutionId),
        eq(courseOfferings.batchId, batchId),
        isNotNull(courses.electiveGroup),
      ),
    )
    .orderBy(courses.title);
  return rows;
};

async function refuseClosed(tx: Tx, institutionId: number, batchId: number): Promise<void> {
  const [batch] = await tx
    .select({ name: batches.name, closedAt: batches.closedAt, sessionClosedAt: academicSessions.closedAt })
    .from(batches)
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(and(eq(batches.institutionId, institutionId), eq(batches.id, batchId)));
  if (batch!.closedAt || batch!.sessionClosedAt)
    throw new Refused('offeringIds', `${batch!.name} is closed. Its electives stay as they are.`);
}
