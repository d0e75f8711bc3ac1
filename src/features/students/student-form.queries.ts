import { inArray } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { formatNumber } from '#kernel/counters.ts';
import type { Db } from '#kernel/database.ts';
import { placeChoices } from '#features/geography/geography.queries.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { bloodGroups } from '#features/people/person-fields.ts';
import type { StudentFormProps } from './students.pages.ts';
import type { StudentProfile } from './students.queries.ts';

/** What the form offers; a new student is of the institution's country until somebody says otherwise. */
export async function studentFormProps(
  db: Db,
  actor: Actor,
  institutionId: number,
  student: StudentProfile | null,
): Promise<StudentFormProps> {
  const ids = student ? [institutionId] : institutionsWhere(actor, 'students.create');
  const [places, rows] = await Promise.all([
    placeChoices(db, student ?? membershipIn(actor, institutionId)!),
    db
      .select({ id: institutions.id, name: institutions.name, pattern: institutions.admissionNumberPattern })
      .from(institutions)
      .where(inArray(institutions.id, ids))
      .orderBy(institutions.id),
  ]);
  const year = new Date().getFullYear();
  return {
    student,
    places,
    bloodGroups,
    institutionId,
    institutions: rows.map(({ pattern, ...row }) => ({ ...row, numberExample: formatNumber(pattern, { year }, 1) })),
  };
}
