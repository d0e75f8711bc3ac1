import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { employees } from '#features/people/people.schema.ts';
import { courses } from '../structure.schema.ts';

export async function titlesOf(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), inArray(courses.id, ids)));
  return new Map(rows.map(({ id: courseId, title }) => [courseId, title]));
}

export async function offerInWords(
  tx: Tx,
  institutionId: number,
  row: { employeeId: number | null } | null,
): Promise<string> {
  if (!row) return 'Not offered';
  if (row.employeeId === null) return 'Offered, no teacher assigned';
  const [teacher] = await tx
    .select({ firstName: employees.firstName, surname: employees.surname })
    .from(employees)
    .where(and(eq(employees.institutionId, institutionId), eq(employees.id, row.employeeId)));
  return teacher ? `Taught by ${teacher.firstName} ${teacher.surname}` : 'Offered';
}
