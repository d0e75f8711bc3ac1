import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { recordAction } from '../record-change.ts';
import { courseOfferings } from '../structure.schema.ts';
import { offeringChanges, type OfferingPart } from './offering-changes.schema.ts';
import { checkTeachers } from './batch-fields.ts';
import { wordFor } from './batch-word.ts';
import { checkCourses, checkTerms } from './check-offered.ts';

export interface Offered {
  courseId: number;
  employeeId: number | null;
  termPosition: number | null;
}

export interface OfferingBatch {
  institutionId: number;
  sessionId: number;
  id: number;
  name: string;
}

/** The courses of a batch. */
export const readOffered = (tx: Tx, { institutionId, id }: Pick<OfferingBatch, 'institutionId' | 'id'>) =>
  tx
    .select({
      courseId: courseOfferings.courseId,
      employeeId: courseOfferings.employeeId,
      termPosition: courseOfferings.termPosition,
    })
    .from(courseOfferings)
    .where(and(eq(courseOfferings.institutionId, institutionId), eq(courseOfferings.batchId, id)));

/** Writes the courses of a batch that differ, with their entry in the audit log. Returns what changed. */
export async function writeOfferings(
  tx: Tx,
  actor: Actor,
  batch: OfferingBatch,
  before: Offered[],
  wanted: Offered[],
): Promise<OfferingPart[]> {
  const { institutionId, sessionId, id: batchId, name } = batch;
  const ofBatch = and(eq(courseOfferings.institutionId, institutionId), eq(courseOfferings.batchId, batchId));
  const had = new Map(before.map((offer) => [offer.courseId, offer]));
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
  if (added.length + changed.length + removed.length > 0)
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
  const now = new Map(wanted.map((offer) => [offer.courseId, offer]));
  return [...[...added, ...changed].map(({ courseId }) => courseId), ...removed].map((courseId) => ({
    batchId,
    courseId,
    before: offeredAs(had.get(courseId)),
    after: offeredAs(now.get(courseId)),
  }));
}

const offeredAs = (offer: Offered | undefined) =>
  offer ? { employeeId: offer.employeeId, termPosition: offer.termPosition } : null;

/** Keeps a change, so that it can be undone. Null if nothing changed. */
export async function keepChange(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  parts: OfferingPart[],
): Promise<number | null> {
  if (parts.length === 0) return null;
  const batchIds = [...new Set(parts.map(({ batchId }) => batchId))];
  const [row] = await tx
    .insert(offeringChanges)
    .values({ institutionId, batchIds, parts, accountId: actor.accountId })
    .returning({ id: offeringChanges.id });
  return row!.id;
}
