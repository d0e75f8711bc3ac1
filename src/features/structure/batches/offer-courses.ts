import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { decide, rowParts } from '#kernel/edit/decide.ts';
import { checkbox, emptyIsNull, id } from '#kernel/schemas.ts';
import { checkTeachers } from './batch-fields.ts';
import { wordFor } from './batch-word.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { courseOfferings } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';
import { titlesOf, offerInWords } from './offer-words.ts';
import { checkCourses, checkTerms } from './check-offered.ts';

const Row = z.object({
  offered: checkbox,
  employeeId: emptyIsNull(id),
  termPosition: emptyIsNull(z.coerce.number().int().min(1).max(12)).default(null),
});

/** The batch's courses after saving, by course id. Courses that are missing or not ticked are removed. */
export const OfferCourses = edits(
  z.object({
    courses: z
      .record(z.string().regex(/^\d{1,16}$/), Row)
      .default({})
      .transform((rows) =>
        Object.entries(rows)
          .filter(([, row]) => row.offered)
          .map(([courseId, { offered: _, ...row }]) => ({ courseId: Number(courseId), ...row })),
      )
      .refine((rows) => rows.length <= 300, 'Choose at most 300.'),
  }),
);

/** The offered courses by id, as the form shows them. */
export const offeredRows = (rows: { id: number; employeeId: number | null; termPosition: number | null }[]) =>
  Object.fromEntries(
    rows.map(({ id: courseId, employeeId, termPosition }) => [courseId, { offered: true, employeeId, termPosition }]),
  );

/** Sets the courses and teachers of a batch. Returns the number of courses. */
export async function offerCourses(
  tx: Tx,
  actor: Actor,
  batchId: number,
  { courses: sent, opened }: z.infer<typeof OfferCourses>,
) {
  const { institutionId, sessionId, name } = await lockBatchOfOpenSession(tx, actor, batchId);
  const ofBatch = and(eq(courseOfferings.institutionId, institutionId), eq(courseOfferings.batchId, batchId));
  const before = await tx
    .select({
      courseId: courseOfferings.courseId,
      employeeId: courseOfferings.employeeId,
      termPosition: courseOfferings.termPosition,
    })
    .from(courseOfferings)
    .where(ofBatch);
  const had = new Map(before.map((offer) => [offer.courseId, offer]));
  const wanted = await merge(tx, actor, { institutionId, sessionId, batchId, sent, before, opened: opened['courses'] });
  const added = wanted.filter((offer) => !had.has(offer.courseId));
  const changed = wanted.filter((offer) => {
    const was = had.get(offer.courseId);
    return was && (was.employeeId !== offer.employeeId || was.termPosition !== offer.termPosition);
  });
  const removed = before
    .map((offer) => offer.courseId)
    .filter((courseId) => !wanted.some((offer) => offer.courseId === courseId));
  await checkCourses(
    tx,
    institutionId,
    added.map((offer) => offer.courseId),
  );
  await checkTeachers(
    tx,
    institutionId,
    [...added, ...changed].flatMap((offer) => offer.employeeId ?? []),
    'courses',
  );
  await checkTerms(tx, institutionId, sessionId, [...added, ...changed]);
  if (removed.length) await tx.delete(courseOfferings).where(and(ofBatch, inArray(courseOfferings.courseId, removed)));
  for (const { courseId, employeeId, termPosition } of changed)
    await tx
      .update(courseOfferings)
      .set({ employeeId, termPosition })
      .where(and(ofBatch, eq(courseOfferings.courseId, courseId)));
  if (added.length)
    await tx.insert(courseOfferings).values(added.map((offer) => ({ institutionId, batchId, ...offer })));
  if (added.length + changed.length + removed.length) {
    await recordAction(
      tx,
      actor,
      'structure.offerCourses',
      { institutionId, type: 'batch', id: batchId, name },
      `edited the ${wordFor(actor, institutionId, 'courses')} of ${name}`,
      {
        added,
        removed,
        changed: changed.map((offer) => ({ courseId: offer.courseId, from: had.get(offer.courseId), to: offer })),
      },
    );
  }
  return { name, count: wanted.length };
}

type Offered = { courseId: number; employeeId: number | null; termPosition: number | null };

interface MergeInput {
  institutionId: number;
  sessionId: number;
  batchId: number;
  sent: Offered[];
  before: Offered[];
  opened: unknown;
}

/** The courses to save: each as edited in the form, or as stored if it was not edited. */
async function merge(tx: Tx, actor: Actor, { institutionId, sessionId, batchId, sent, before, opened }: MergeInput) {
  const byCourse = (rows: Offered[]) => offeredRows(rows.map(({ courseId, ...row }) => ({ id: courseId, ...row })));
  const rows = {
    opened: (opened ?? {}) as Record<string, unknown>,
    sent: byCourse(sent),
    current: byCourse(before),
  };
  const labels = await titlesOf(tx, institutionId, Object.keys({ ...rows.sent, ...rows.current }).map(Number));
  const touched = await decide(
    tx,
    actor,
    { institutionId, type: 'batch', id: batchId },
    rowParts('courses', rows, (courseId) => ({
      label: labels.get(Number(courseId)),
      words: (row) => offerInWords(tx, { institutionId, sessionId }, row as Omit<Offered, 'courseId'> | null),
    })),
  );
  const ids = new Set([...sent, ...before].map(({ courseId }) => courseId));
  return [...ids].flatMap(
    (courseId) =>
      (touched.has(`courses.${courseId}`) ? sent : before).find((offer) => offer.courseId === courseId) ?? [],
  );
}
