import { and, eq, inArray, asc } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { recordAction } from '../record-change.ts';
import { offeringChanges, type OfferingPart } from './offering-changes.schema.ts';
import { checkTeachers } from './create-batch.ts';
import { termFor } from './batch-term.ts';
import { type Tx, type Db, pick } from '#kernel/database.ts';
import { courseOfferings, courses, terms } from '../structure.schema.ts';
import { ValidationError } from '#kernel/errors.ts';

export interface OfferingInput {
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
    .select(pick(courseOfferings, 'courseId', 'employeeId', 'termPosition'))
    .from(courseOfferings)
    .where(and(eq(courseOfferings.institutionId, institutionId), eq(courseOfferings.batchId, id)));

/** Writes the courses of a batch that differ, with their entry in the audit log. Returns what changed. */
export async function writeOfferings(
  tx: Tx,
  actor: Actor,
  batch: OfferingBatch,
  before: OfferingInput[],
  wanted: OfferingInput[],
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
      { institutionId, type: 'batch', id: batchId },
      `edited the ${termFor(actor, institutionId, 'courses')} of ${name}`,
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

const offeredAs = (offer: OfferingInput | undefined) =>
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

/** Refuses courses of another institution, and archived ones. */
async function checkCourses(tx: Tx, institutionId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: courses.id, code: courses.code, retiredAt: courses.retiredAt })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), inArray(courses.id, ids)));
  if (found.length !== ids.length) throw new ValidationError('courses', 'Choose courses from the list.');
  const retired = found.find((course) => course.retiredAt);
  if (retired) throw new ValidationError('courses', `${retired.code} is archived. Restore it first.`);
}

/** Refuses a course in a term that the session does not have. */
async function checkTerms(
  tx: Tx,
  institutionId: number,
  sessionId: number,
  rows: readonly { courseId: number; termPosition: number | null }[],
): Promise<void> {
  const wanted = rows.filter(({ termPosition }) => termPosition !== null);
  if (!wanted.length) return;
  const known = new Set((await termsOf(tx, institutionId, sessionId)).map(({ position }) => position));
  const wrong = wanted.find(({ termPosition }) => !known.has(termPosition!));
  if (wrong) throw new ValidationError(`courses.${wrong.courseId}.termPosition`, 'Choose a term of the session.');
}

/** The terms of a session in which a course can be taught, or one of them. */
export const termsOf = (db: Db, institutionId: number, sessionId: number, position?: number) =>
  db
    .select({ position: terms.position, name: terms.name })
    .from(terms)
    .where(
      and(
        eq(terms.institutionId, institutionId),
        eq(terms.sessionId, sessionId),
        position === undefined ? undefined : eq(terms.position, position),
      ),
    )
    .orderBy(asc(terms.position));
