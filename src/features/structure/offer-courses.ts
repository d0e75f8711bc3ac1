import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { decide, edits, rowParts } from '#kernel/edit.ts';
import { Refused } from '#kernel/errors.ts';
import { checkbox, emptyIsNull, id } from '#kernel/schemas.ts';
import { checkTeachers } from './batch-fields.ts';
import { employees } from '#features/people/people.schema.ts';
import { lockBatchOfOpenSession } from './lock-rows.ts';
import { courseOfferings, courses } from './structure.schema.ts';
import { recordAct } from './write-down.ts';

const Row = z.object({ offered: checkbox, employeeId: emptyIsNull(id) });

/** What the batch is offered after saving, by the course's id; courses not named or not ticked are taken off. */
export const OfferCourses = edits(
  z.object({
    courses: z
      .record(z.string().regex(/^\d{1,16}$/), Row)
      .default({})
      .transform((rows) =>
        Object.entries(rows)
          .filter(([, row]) => row.offered)
          .map(([courseId, { employeeId }]) => ({ courseId: Number(courseId), employeeId })),
      )
      .refine((rows) => rows.length <= 300, 'At most 300 can be offered at once.'),
  }),
);

/** What is offered, by the course's id, as the form shows it. */
export const offeredRows = (rows: { id: number; employeeId: number | null }[]) =>
  Object.fromEntries(rows.map(({ id: courseId, employeeId }) => [courseId, { offered: true, employeeId }]));

/** Sets the courses of a batch and who teaches each. Returns how many there are now. */
export async function offerCourses(
  tx: Tx,
  actor: Actor,
  batchId: number,
  { courses: sent, opened }: z.infer<typeof OfferCourses>,
) {
  const { institutionId, name } = await lockBatchOfOpenSession(tx, actor, batchId);
  const mine = and(eq(courseOfferings.institutionId, institutionId), eq(courseOfferings.batchId, batchId));
  const before = await tx
    .select({ courseId: courseOfferings.courseId, employeeId: courseOfferings.employeeId })
    .from(courseOfferings)
    .where(mine);
  const had = new Map(before.map((one) => [one.courseId, one.employeeId]));
  const wanted = await merge(tx, actor, { institutionId, batchId, sent, before, opened: opened['courses'] });
  const added = wanted.filter((one) => !had.has(one.courseId));
  const changed = wanted.filter((one) => had.has(one.courseId) && had.get(one.courseId) !== one.employeeId);
  const removed = before
    .map((one) => one.courseId)
    .filter((courseId) => !wanted.some((one) => one.courseId === courseId));
  await checkCourses(
    tx,
    institutionId,
    added.map((one) => one.courseId),
  );
  await checkTeachers(
    tx,
    institutionId,
    [...added, ...changed].flatMap((one) => one.employeeId ?? []),
    'courses',
  );
  if (removed.length) await tx.delete(courseOfferings).where(and(mine, inArray(courseOfferings.courseId, removed)));
  for (const { courseId, employeeId } of changed)
    await tx
      .update(courseOfferings)
      .set({ employeeId })
      .where(and(mine, eq(courseOfferings.courseId, courseId)));
  if (added.length) await tx.insert(courseOfferings).values(added.map((one) => ({ institutionId, batchId, ...one })));
  if (added.length + changed.length + removed.length) {
    await recordAct(
      tx,
      actor,
      'structure.offerCourses',
      { institutionId, type: 'batch', id: batchId, name },
      `changed what ${name} is taught`,
      {
        added,
        removed,
        changed: changed.map((one) => ({ courseId: one.courseId, from: had.get(one.courseId), to: one.employeeId })),
      },
    );
  }
  return { name, count: wanted.length };
}

type Offered = { courseId: number; employeeId: number | null };

interface Merging {
  institutionId: number;
  batchId: number;
  sent: Offered[];
  before: Offered[];
  opened: unknown;
}

/** What is to be offered: each course as the person left it where she changed it, else as it is now. */
async function merge(tx: Tx, actor: Actor, { institutionId, batchId, sent, before, opened }: Merging) {
  const byCourse = (rows: Offered[]) => offeredRows(rows.map(({ courseId: id, employeeId }) => ({ id, employeeId })));
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
      words: (row) => offerInWords(tx, institutionId, row as { employeeId: number | null } | null),
    })),
  );
  const ids = new Set([...sent, ...before].map(({ courseId }) => courseId));
  return [...ids].flatMap(
    (courseId) => (touched.has(`courses.${courseId}`) ? sent : before).find((one) => one.courseId === courseId) ?? [],
  );
}

async function titlesOf(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), inArray(courses.id, ids)));
  return new Map(rows.map(({ id: courseId, title }) => [courseId, title]));
}

async function offerInWords(tx: Tx, institutionId: number, row: { employeeId: number | null } | null): Promise<string> {
  if (!row) return 'Not offered';
  if (row.employeeId === null) return 'Offered, no teacher yet';
  const [teacher] = await tx
    .select({ firstName: employees.firstName, surname: employees.surname })
    .from(employees)
    .where(and(eq(employees.institutionId, institutionId), eq(employees.id, row.employeeId)));
  return teacher ? `Taught by ${teacher.firstName} ${teacher.surname}` : 'Offered';
}

async function checkCourses(tx: Tx, institutionId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: courses.id, code: courses.code, retiredAt: courses.retiredAt })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), inArray(courses.id, ids)));
  if (found.length !== ids.length) throw new Refused('courses', 'Choose from the list only.');
  const retired = found.find((one) => one.retiredAt);
  if (retired) throw new Refused('courses', `${retired.code} is retired. Restore it first.`);
}
