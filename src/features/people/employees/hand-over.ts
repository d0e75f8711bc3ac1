import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { worksHere } from '#features/records/people/works-here.ts';
import {
  academicSessions,
  batchTeachers,
  batches,
  courseOfferings,
  courses,
} from '#features/school/structure/structure.schema.ts';

interface HandOver {
  institutionId: number;
  employeeId: number;
  successorId: number | null;
}

/** Assigns an employee's open classes and subjects to a successor, or to no one yet. Returns them as text. */
export async function handOver(tx: Tx, { institutionId, employeeId, successorId }: HandOver): Promise<string[]> {
  if (successorId !== null) await checkSuccessor(tx, institutionId, employeeId, successorId);
  const open = tx
    .select({ id: batches.id })
    .from(batches)
    .innerJoin(
      academicSessions,
      and(eq(academicSessions.institutionId, batches.institutionId), eq(academicSessions.id, batches.sessionId)),
    )
    .where(and(eq(batches.institutionId, institutionId), isNull(batches.closedAt), isNull(academicSessions.closedAt)));
  const left = await tx
    .delete(batchTeachers)
    .where(
      and(
        eq(batchTeachers.institutionId, institutionId),
        eq(batchTeachers.employeeId, employeeId),
        inArray(batchTeachers.batchId, open),
      ),
    )
    .returning({ batchId: batchTeachers.batchId });
  if (successorId !== null && left.length)
    await tx
      .insert(batchTeachers)
      .values(left.map(({ batchId }) => ({ institutionId, batchId, employeeId: successorId })))
      .onConflictDoNothing();
  const taught = await tx
    .update(courseOfferings)
    .set({ employeeId: successorId })
    .where(
      and(
        eq(courseOfferings.institutionId, institutionId),
        eq(courseOfferings.employeeId, employeeId),
        inArray(courseOfferings.batchId, open),
      ),
    )
    .returning({ batchId: courseOfferings.batchId, courseId: courseOfferings.courseId });
  return inWords(tx, institutionId, left, taught);
}

async function checkSuccessor(tx: Tx, institutionId: number, employeeId: number, successorId: number) {
  const found = await tx.$count(
    employees,
    and(eq(employees.institutionId, institutionId), eq(employees.id, successorId), worksHere()),
  );
  if (!found || successorId === employeeId)
    throw new ValidationError('successor_id', 'Choose another current employee of the same institution.');
}

async function inWords(
  tx: Tx,
  institutionId: number,
  left: { batchId: number }[],
  taught: { batchId: number; courseId: number }[],
): Promise<string[]> {
  const batchIds = [...left, ...taught].map(({ batchId }) => batchId);
  if (batchIds.length === 0) return [];
  const names = await tx
    .select({ id: batches.id, name: batches.name })
    .from(batches)
    .where(and(eq(batches.institutionId, institutionId), inArray(batches.id, batchIds)));
  const titles = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(
      and(
        eq(courses.institutionId, institutionId),
        taught.length
          ? inArray(
              courses.id,
              taught.map(({ courseId }) => courseId),
            )
          : sql`false`,
      ),
    );
  const batch = (id: number) => names.find((one) => one.id === id)?.name ?? '';
  return [
    ...left.map(({ batchId }) => `led ${batch(batchId)}`),
    ...taught.map(
      ({ batchId, courseId }) =>
        `taught ${titles.find((one) => one.id === courseId)?.title ?? ''} to ${batch(batchId)}`,
    ),
  ].toSorted();
}
