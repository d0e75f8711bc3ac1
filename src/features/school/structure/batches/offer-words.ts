import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { employees } from '#features/records/people/people.schema.ts';
import { courses } from '../structure.schema.ts';
import { termsOf } from './offered-terms.ts';

export async function titlesOf(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, string>> {
  const rows = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.institutionId, institutionId), inArray(courses.id, ids)));
  return new Map(rows.map(({ id: courseId, title }) => [courseId, title]));
}

export async function offerInWords(
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
    .where(and(eq(employees.institutionId, institutionId), eq(employees.id, row.employeeId)));
  return teacher ? `Taught${when} by ${teacher.firstName} ${teacher.surname}` : `Offered${when}`;
}
