import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { edits } from '#kernel/edit/edit.ts';
import { decide, rowParts } from '#kernel/edit/decide.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox, emptyIsNull, id, list, recordById } from '#kernel/schemas.ts';
import { lockBatchOfOpenSession } from '../lock-rows.ts';
import { usedOfferings } from './undo-offerings.ts';
import {
  keepChange,
  readOffered,
  writeOfferings,
  type OfferingInput,
  type OfferingBatch,
  termsOf,
} from './write-offerings.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { courses } from '../structure.schema.ts';

const Row = z.object({
  offered: checkbox,
  employeeId: emptyIsNull(id),
  termPosition: emptyIsNull(z.coerce.number().int().min(1).max(12)).default(null),
});

/** The batch's courses after saving, by course id. Courses that are missing or not ticked are removed. */
export const OfferCourses = edits(
  z.object({
    courses: recordById(Row)
      .default({})
      .transform((rows) =>
        Object.entries(rows)
          .filter(([, row]) => row.offered)
          .map(([courseId, { offered: _, ...row }]) => ({ courseId: Number(courseId), ...row })),
      )
      .refine((rows) => rows.length <= 300, 'Choose at most 300.'),
    /** Other batches of the class. */
    also: list(id).pipe(z.array(z.number()).max(100, 'Choose at most 100.')),
  }),
);

/** The offered courses by id, as the form shows them. */
export const offeredRows = (rows: { id: number; employeeId: number | null; termPosition: number | null }[]) =>
  Object.fromEntries(
    rows.map(({ id: courseId, employeeId, termPosition }) => [courseId, { offered: true, employeeId, termPosition }]),
  );

/**
 * Sets the courses and teachers of a batch, and of the class's other batches that are named. There, selected courses are
 * added; teachers, terms and removals follow only where this form changed them.
 */
export async function offerCourses(
  tx: Tx,
  actor: Actor,
  batchId: number,
  { courses: sent, also, opened }: z.infer<typeof OfferCourses>,
) {
  const others = [...new Set(also)].filter((id) => id !== batchId);
  const locked = await lockInOrder(tx, actor, [batchId, ...others]);
  const batch = locked.find(({ id }) => id === batchId)!;
  const { institutionId, sessionId, name } = batch;
  const before = await readOffered(tx, batch);
  const { wanted, touched } = await merge(tx, actor, {
    institutionId,
    sessionId,
    batchId,
    sent,
    before,
    opened: opened['courses'],
  });
  const parts = await writeOfferings(tx, actor, batch, before, wanted);
  for (const other of locked.filter(({ id }) => id !== batchId)) {
    if (other.classId !== batch.classId || other.sessionId !== sessionId)
      throw new ValidationError('also', `${other.name} isn’t of the same class and session.`);
    const there = await readOffered(tx, other);
    const next = followed(there, wanted, touched);
    await refuseUsed(tx, other, lost(there, next));
    parts.push(...(await writeOfferings(tx, actor, other, there, next)));
  }
  const changeId = await keepChange(tx, actor, institutionId, parts);
  return { name, count: wanted.length, others: others.length, changeId };
}

/** In the order of their ids, so that two forms never wait for each other. */
async function lockInOrder(tx: Tx, actor: Actor, ids: number[]) {
  const locked = [];
  for (const id of ids.toSorted((one, other) => one - other)) locked.push(await lockBatchOfOpenSession(tx, actor, id));
  return locked;
}

/** Another batch's courses after the form. */
function followed(there: OfferingInput[], wanted: OfferingInput[], touched: ReadonlySet<number>): OfferingInput[] {
  const kept = there.filter(
    ({ courseId }) => !touched.has(courseId) || wanted.some((offer) => offer.courseId === courseId),
  );
  const rows = wanted.map((offer) => {
    const own = there.find(({ courseId }) => courseId === offer.courseId);
    return own && !touched.has(offer.courseId) ? own : offer;
  });
  return [...rows, ...kept.filter(({ courseId }) => !rows.some((row) => row.courseId === courseId))];
}

const lost = (before: OfferingInput[], after: OfferingInput[]) =>
  before.flatMap(({ courseId }) => (after.some((offer) => offer.courseId === courseId) ? [] : courseId));

/** In a batch that the form does not show, a course that something depends on is not removed. */
async function refuseUsed(tx: Tx, { institutionId, id, name }: OfferingBatch, courseIds: number[]): Promise<void> {
  const [used] = await usedOfferings(
    tx,
    institutionId,
    courseIds.map((courseId) => ({ batchId: id, courseId })),
  );
  if (used)
    throw new ValidationError('also', `${used.title} of ${name} has ${used.use}. Clear the selection of ${name}.`);
}

interface MergeInput {
  institutionId: number;
  sessionId: number;
  batchId: number;
  sent: OfferingInput[];
  before: OfferingInput[];
  opened: unknown;
}

/** The courses to save: each as edited in the form, or as stored if it was not edited. */
async function merge(tx: Tx, actor: Actor, { institutionId, sessionId, batchId, sent, before, opened }: MergeInput) {
  const byCourse = (rows: OfferingInput[]) =>
    offeredRows(rows.map(({ courseId, ...row }) => ({ id: courseId, ...row })));
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
      words: (row) => offerInWords(tx, { institutionId, sessionId }, row as Omit<OfferingInput, 'courseId'> | null),
    })),
  );
  const ids = [...new Set([...sent, ...before].map(({ courseId }) => courseId))];
  const isTouched = (courseId: number) => touched.has(`courses.${courseId}`);
  return {
    touched: new Set(ids.filter(isTouched)),
    wanted: ids.flatMap(
      (courseId) => (isTouched(courseId) ? sent : before).find((offer) => offer.courseId === courseId) ?? [],
    ),
  };
}

async function titlesOf(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), inArray(courses.id, ids)));
  return new Map(rows.map(({ id: courseId, title }) => [courseId, title]));
}

async function offerInWords(
  tx: Tx,
  { institutionId, sessionId }: { institutionId: number; sessionId: number },
  row: { employeeId: number | null; termPosition: number | null } | null,
): Promise<string> {
  if (!row) return 'Not offered';
  const [term] = row.termPosition === null ? [] : await termsOf(tx, institutionId, sessionId, row.termPosition);
  const when = term ? ` in ${term.name}` : '';
  if (row.employeeId === null) return `Offered${when}, no teacher assigned`;
  const [teacher] = await tx
    .select({ firstName: employees.firstName, surname: employees.surname })
    .from(employees)
    .where(hasKey(employees, institutionId, row.employeeId));
  return teacher ? `Taught${when} by ${teacher.firstName} ${teacher.surname}` : `Offered${when}`;
}
