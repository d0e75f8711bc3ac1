import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { edits } from '#kernel/edit/edit.ts';
import { decide } from '#kernel/edit/decide.ts';
import { ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { batchTerm } from '#features/school/structure/batches/batch-term.ts';
import { electiveKey } from './elective-key.ts';
import { lockStudent } from './lock-student.ts';
import { studentElectives } from './students.schema.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { academicSessions, batches, courseOfferings, courses } from '#features/school/structure/structure.schema.ts';
import type { Part } from '#kernel/edit/describe-conflicts.ts';

/** For each group offered to the batch, by `electiveKey`, the elective that the student takes, or none. */
export const ChooseElectives = edits(
  z.object({ electives: z.record(z.string().max(600), emptyIsNull(id)).default({}) }),
);

/**
 * Sets the electives that a student takes in the current batch, group by group. Electives of earlier batches stay
 * unchanged.
 */
export async function chooseElectives(
  tx: Tx,
  actor: Actor,
  studentId: number,
  { electives: sent, opened: { electives: shown } }: z.infer<typeof ChooseElectives>,
): Promise<void> {
  const student = await lockStudent(tx, actor, studentId);
  const { institutionId, batchId } = student;
  allow(actor, 'students.edit', institutionId);
  const name = `${student.firstName} ${student.surname}`;
  if (!batchId)
    throw new ValidationError('electives', `${name} has no ${batchTerm(actor, institutionId)}. Assign one first.`);
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
  const opened = (shown ?? {}) as Record<string, unknown>;
  const parts = electiveParts(offered, had, sent, opened);
  const touched = await decide(tx, actor, { institutionId, type: 'student', id: studentId }, parts);
  const wanted = offered.filter((one) => {
    const key = electiveKey(one.group);
    return touched.has(`electives.${key}`) ? sent[key] === one.id : had.includes(one);
  });
  // A saved elective may no longer be offered. The user has not chosen it now, so it is no error.
  const unknown = Object.entries(sent).find(
    ([key, one]) =>
      one !== null &&
      String(opened[key]) !== String(one) &&
      !offered.some(({ id: its, group }) => its === one && electiveKey(group) === key),
  );
  if (unknown)
    throw new ValidationError(
      `electives.${unknown[0]}`,
      'This elective is no longer offered. Reload the page and choose again.',
    );
  const [from, to] = [titlesOf(had), titlesOf(wanted)];
  if (from === to) return;
  const dropped = had.filter((one) => !wanted.includes(one)).map(({ id: one }) => one);
  const added = wanted.filter((one) => !had.includes(one));
  if (dropped.length) await tx.delete(studentElectives).where(and(mine, inArray(studentElectives.offeringId, dropped)));
  if (added.length)
    await tx
      .insert(studentElectives)
      .values(added.map(({ id: offeringId }) => ({ institutionId, studentId, offeringId })));
  await record(tx, actor, 'students.chooseElectives', { institutionId, ...electivesChange(student, had, wanted) });
}

interface Chosen {
  title: string;
  group: string;
}

/** The choice in the student's history. */
export const electivesChange = (
  { id: studentId, firstName, surname }: { id: number; firstName: string; surname: string },
  had: Chosen[],
  wanted: Chosen[],
) => ({
  summary: `chose electives for ${firstName} ${surname}: ${titlesOf(wanted) || 'none'}`,
  subject: { type: 'student', id: studentId },
  details: { changes: changesOf(had, wanted) },
});

type Elective = Awaited<ReturnType<typeof electivesOf>>[number];

/** One part for each group in the form, so that two users can edit different groups at once. */
function electiveParts(
  offered: Elective[],
  had: Elective[],
  sent: Record<string, number | null>,
  opened: Record<string, unknown>,
): Part[] {
  const chosenIn = (group: string, some: Elective[]) => some.find((one) => one.group === group)?.id ?? null;
  return [...new Set(offered.map(({ group }) => group))]
    .map((group) => ({ group, key: electiveKey(group) }))
    .filter(({ key }) => Object.hasOwn(sent, key))
    .map(({ group, key }) => ({
      field: `electives.${key}`,
      label: group,
      opened: opened[key],
      sent: sent[key],
      current: chosenIn(group, had),
      words: (one) => offered.find((elective) => elective.id === one)?.title ?? '',
      entryOf: (entries) =>
        entries.find(({ details }) => Object.hasOwn((details['changes'] ?? {}) as object, inHistory(group))),
    }));
}

const inHistory = (group: string) => `Elective: ${group}`;

/** The change in each group, for the history. */
const changesOf = (had: Chosen[], wanted: Chosen[]) =>
  Object.fromEntries(
    [...Map.groupBy([...had, ...wanted], ({ group }) => group).keys()]
      .map((group) => {
        const [from, to] = [had, wanted].map((some) => titlesOf(some.filter((one) => one.group === group)) || null);
        return [inHistory(group), { from, to }] as const;
      })
      .filter(([, { from, to }]) => from !== to),
  );

async function refuseClosed(tx: Tx, institutionId: number, batchId: number): Promise<void> {
  const [batch] = await tx
    .select({ name: batches.name, closedAt: batches.closedAt, sessionClosedAt: academicSessions.closedAt })
    .from(batches)
    .innerJoin(academicSessions, hasKey(academicSessions, batches.institutionId, batches.sessionId))
    .where(hasKey(batches, institutionId, batchId));
  if (batch!.closedAt || batch!.sessionClosedAt)
    throw new ValidationError('electives', `${batch!.name} is closed. Its electives can’t be changed.`);
}

const titlesOf = (electives: { title: string }[]) => electives.map(({ title }) => title).join(', ');

const electivesOf = async (tx: Tx, institutionId: number, batchId: number) => {
  const rows = await tx
    .select({ id: courseOfferings.id, title: courses.title, group: sql<string>`${courses.electiveGroup}` })
    .from(courseOfferings)
    .innerJoin(courses, hasKey(courses, courseOfferings.institutionId, courseOfferings.courseId))
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
