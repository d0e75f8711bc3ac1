import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { CustomField } from '#kernel/custom-field.ts';
import type { Db } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/field-groups.ts';
import { fieldsFor, valuesOf } from '#features/custom-fields/custom-fields.queries.ts';
import { customFields, customValues } from '#features/custom-fields/custom-fields.schema.ts';
import { wordsOf } from '#features/lookups/lookups.queries.ts';
import type { ListKey } from '#features/lookups/lookups.schema.ts';
import type { OwnFields } from './students.pages.ts';
import { maySeeStudents, visibleTo } from './students.policy.ts';
import { students } from './students.schema.ts';

/** Own fields of these groups and what is in them, of a student whom the actor may see; of others nothing. */
export async function ownFieldsOf(
  db: Db,
  actor: Actor,
  studentId: number,
  groups: readonly FieldGroup[],
): Promise<OwnFields> {
  const institution = sql<number>`(select ${students.institutionId} from ${students}
    where ${and(visibleTo(actor, students), eq(students.id, studentId))})`;
  const [fields, values] = await Promise.all([
    fieldsFor(db, institution, 'student', groups),
    valuesOf(db, institution, 'student', studentId, groups),
  ]);
  return { fields, values };
}

/** What a list can show and be narrowed by: everybody's group, where one institution is in view. */
export async function ownColumns(db: Db, actor: Actor, wanted?: number): Promise<CustomField[]> {
  const inView = institutionsInView(actor, wanted, ...maySeeStudents);
  return inView.length === 1 ? fieldsFor(db, inView[0]!, 'student', ['general']) : [];
}

/** The words of a list in all institutions in view. */
export async function wordsInView(db: Db, actor: Actor, key: ListKey, wanted?: number): Promise<string[]> {
  const inView = institutionsInView(actor, wanted, ...maySeeStudents);
  const lists = await Promise.all(inView.map((id) => wordsOf(db, id, key)));
  return [...new Set(lists.flat())];
}

/** What a list shows of students in own fields of everybody's group: a line a student and field, choices joined. */
export const ownValues = (db: Db, actor: Actor, studentIds: number[], fieldIds: number[]) =>
  db
    .select({
      studentId: students.id,
      fieldId: customFields.id,
      text: sql<string>`string_agg(case ${customFields.type}
        when 'text' then ${customValues.textValue}
        when 'number' then trim_scale(${customValues.numberValue})::text
        when 'date' then ${customValues.dateValue}::text
        when 'yes_no' then case when ${customValues.yesValue} then 'Yes' else 'No' end
        when 'file' then (select name from files
          where institution_id = ${customValues.institutionId} and id = ${customValues.fileId})
        else o.label end, '; ' order by o.position, o.id)`,
    })
    .from(students)
    .innerJoin(
      customValues,
      and(eq(customValues.institutionId, students.institutionId), eq(customValues.studentId, students.id)),
    )
    .innerJoin(
      customFields,
      and(eq(customFields.institutionId, customValues.institutionId), eq(customFields.id, customValues.fieldId)),
    )
    .leftJoin(
      sql`custom_field_options o`,
      sql`o.institution_id = ${customValues.institutionId} and o.id = ${customValues.optionId}`,
    )
    .where(
      and(
        visibleTo(actor, students),
        inArray(students.id, studentIds),
        inArray(customFields.id, fieldIds),
        eq(customFields.entity, 'student'),
        eq(customFields.fieldGroup, 'general'),
        sql`${customFields.retiredAt} is null`,
      ),
    )
    .groupBy(students.id, customFields.id);
