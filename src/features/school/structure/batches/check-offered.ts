import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { courses } from '../structure.schema.ts';
import { termsOf } from './offered-terms.ts';

/** Refuses courses of another institution, and archived ones. */
export async function checkCourses(tx: Tx, institutionId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: courses.id, code: courses.code, retiredAt: courses.retiredAt })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), inArray(courses.id, ids)));
  if (found.length !== ids.length) throw new Refused('courses', 'Choose courses from the list.');
  const retired = found.find((course) => course.retiredAt);
  if (retired) throw new Refused('courses', `${retired.code} is archived. Restore it first.`);
}

/** Refuses a course in a term that the session does not have. */
export async function checkTerms(
  tx: Tx,
  institutionId: number,
  sessionId: number,
  rows: readonly { courseId: number; termPosition: number | null }[],
): Promise<void> {
  const wanted = rows.filter(({ termPosition }) => termPosition !== null);
  if (!wanted.length) return;
  const known = new Set((await termsOf(tx, institutionId, sessionId)).map(({ position }) => position));
  const wrong = wanted.find(({ termPosition }) => !known.has(termPosition!));
  if (wrong) throw new Refused(`courses.${wrong.courseId}.termPosition`, 'Choose a term of the session.');
}
