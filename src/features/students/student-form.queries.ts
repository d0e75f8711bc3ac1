import { groupsSeen } from '#kernel/field-groups.ts';
import { inArray } from 'drizzle-orm';
import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { formatNumber } from '#kernel/counters.ts';
import type { Db } from '#kernel/database.ts';
import { placeChoices } from '#features/geography/geography.queries.ts';
import { fieldsFor, valuesOf } from '#features/custom-fields/custom-fields.queries.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { bloodGroups } from '#features/people/person-fields.ts';
import type { StudentFormProps } from './students.pages.ts';
import { studentGroups } from './students.policy.ts';
import type { StudentProfile } from './students.queries.ts';

/** What the form offers; a new student is of the institution's country until somebody says otherwise. */
export async function studentFormProps(
  db: Db,
  actor: Actor,
  institutionId: number,
  student: StudentProfile | null,
): Promise<StudentFormProps> {
  const ids = student ? [institutionId] : institutionsWhere(actor, 'students.create');
  const groups = groupsSeen(actor, institutionId, studentGroups);
  const [places, fields, values, rows] = await Promise.all([
    placeChoices(db, student ?? membershipIn(actor, institutionId)!),
    fieldsFor(db, institutionId, 'student', groups),
    student ? valuesOf(db, institutionId, 'student', student.id, groups) : {},
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
    own: { fields, values },
    institutionId,
    institutions: rows.map(({ pattern, ...row }) => ({ ...row, numberExample: formatNumber(pattern, { year }, 1) })),
  };
}
