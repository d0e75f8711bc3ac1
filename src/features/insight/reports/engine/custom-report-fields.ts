import { sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { FieldGroup, GroupPermissions } from '#kernel/contracts/field-groups.ts';
import type { ReportField, ReportSubject, ReportType } from '#kernel/contracts/report.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { employeeGroups } from '#features/people/employees/employees.policy.ts';
import { guardianGroups } from '#features/people/guardians/guardians.policy.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';

type FieldType = 'text' | 'number' | 'date' | 'choice' | 'multi_choice' | 'yes_no';

interface CustomRow {
  institutionId: number;
  id: number;
  label: string;
  type: FieldType;
  fieldGroup: FieldGroup;
}

const types: Record<FieldType, ReportType> = {
  text: 'text',
  number: 'number',
  date: 'day',
  choice: 'choice',
  multi_choice: 'text',
  yes_no: 'yesNo',
};
const groupsOf: Record<NonNullable<ReportSubject['person']>, GroupPermissions> = {
  student: studentGroups,
  employee: employeeGroups,
  guardian: guardianGroups,
};

/** The institutions' own fields of a person as fields of reports. Retired ones and files are left out. */
export async function customReportFields(
  db: Db,
  actor: Actor,
  subject: ReportSubject,
  wanted: number | undefined,
): Promise<CustomReportField[]> {
  const { person } = subject;
  const institutionIds = institutionsInView(actor, wanted, ...subject.seeing);
  if (!person || institutionIds.length === 0) return [];
  const rows = await query<CustomRow>(
    db,
    sql`select f.institution_id as "institutionId", f.id, f.label, f.type, f.field_group as "fieldGroup"
      from custom_fields f where ${isOneOf(sql`f.institution_id`, institutionIds)} and f.entity = ${person}
        and f.retired_at is null and f.type <> 'file' order by f.institution_id, f.position, f.id limit 400`,
  );
  return rows.map((row) => fieldOf(subject, row));
}

/** A field of one institution: elsewhere it is empty. */
export interface CustomReportField extends ReportField {
  institution: number;
}

function fieldOf(subject: ReportSubject, { institutionId, id, label, type, fieldGroup }: CustomRow): CustomReportField {
  const owner = sql.raw(`${subject.person!}_id`);
  const rows = sql`custom_values v where v.institution_id = ${subject.institutionId} and v.field_id = ${id}
    and v.${owner} = ${subject.id}`;
  const chosen = sql`(select string_agg(o.label, '; ' order by o.position, o.id) from custom_field_options o
    where (o.institution_id, o.id) in (select v.institution_id, v.option_id from ${rows}))`;
  const values = {
    text: sql`(select v.text_value from ${rows})`,
    number: sql`(select v.number_value from ${rows})`,
    date: sql`(select v.date_value from ${rows})`,
    yes_no: sql`(select v.yes_value from ${rows})`,
    choice: chosen,
    multi_choice: chosen,
  };
  return {
    subject: subject.name,
    key: `custom_${id}`,
    label,
    group: 'custom',
    institution: institutionId,
    type: types[type],
    value: values[type],
    ...(type === 'choice' && {
      code: sql`(select v.option_id::text from ${rows})`,
      options: () => sql`select o.id::text as value, o.label from custom_field_options o
        where o.institution_id = ${institutionId} and o.field_id = ${id} order by o.position, o.id`,
    }),
    ...(fieldGroup !== 'general' && {
      needs: groupsOf[subject.person!][fieldGroup],
      restriction: fieldGroup,
    }),
  };
}
