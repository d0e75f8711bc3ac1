import { z } from 'zod';
import { customFieldTypes, type CustomFieldType, type CustomField } from '#kernel/contracts/custom-field.ts';
import { edits } from '#kernel/edit/edit.ts';
import { fieldGroups, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import { checkbox, emptyIsNull, id, line, optionalLine, recordById } from '#kernel/schemas.ts';
import { DESTROY_FLAG } from '#ui/plain/constants.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { may, type App } from '#web/routes.ts';
import { fieldsFor } from './custom-fields.queries.ts';
import { customFields, customValues } from './custom-fields.schema.ts';

export const entities = ['student', 'employee', 'guardian'] as const;

const position = z.coerce.number().int().min(0).max(100_000).catch(100_000);
const nested = recordById(z.unknown()).default({});
const Known = z.object({ id: emptyIsNull(id) });

const OptionFields = Known.extend({ label: line(80, 'The choice'), position });
const DefinitionFields = Known.extend({
  label: line(80, 'The name of the field'),
  help: optionalLine(200, 'The explanation'),
  type: z.enum(customFieldTypes, 'Choose a type.'),
  group: z.enum(fieldGroups, 'Choose a visibility.'),
  isRequired: checkbox,
  position,
  options: nested,
});

interface OptionInput {
  key: string;
  id: number | null;
  label: string;
}

export interface DefinitionInput {
  key: string;
  id: number | null;
  label: string;
  help: string | null;
  type: CustomFieldType;
  group: FieldGroup;
  isRequired: boolean;
  options: OptionInput[];
  /** Choices removed in the form, and retired ones to restore. */
  retiredOptions: number[];
  restoredOptions: number[];
}

const maxEntries = { fields: 100, options: 300 };

/** All custom fields of an entity as the form sends them: nested records, with nested choices (3.12, 9.16). */
export const EditDefinitions = edits(
  z.object({
    institutionId: id,
    entity: z.enum(entities, 'Choose students, employees or guardians.'),
    fields: nested.transform(readFields),
  }),
);
export type EditDefinitions = z.infer<typeof EditDefinitions>;

const isDestroyed = (value: unknown) => (value as { _destroy?: unknown } | null)?._destroy === DESTROY_FLAG;

function readFields(records: Record<string, unknown>, context: z.RefinementCtx) {
  const entries = Object.entries(records);
  if (entries.length > maxEntries.fields)
    context.addIssue({ code: 'custom', message: `You can have at most ${maxEntries.fields} fields. Remove some.` });
  const kept: (DefinitionInput & { position: number })[] = [];
  const destroyed: number[] = [];
  for (const [key, value] of entries.slice(0, maxEntries.fields)) {
    if (isDestroyed(value)) {
      const known = Known.safeParse(value).data?.id;
      if (known) destroyed.push(known);
      continue;
    }
    const { data, error } = DefinitionFields.safeParse(value);
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: 'custom', message: issue.message, path: [key, ...issue.path] });
    const options = readOptions((value as { options?: unknown } | null)?.options, key, context);
    if (data) kept.push({ ...data, key, ...options });
  }
  return { kept: inOrder(kept), destroyed };
}

function readOptions(sent: unknown, fieldKey: string, context: z.RefinementCtx) {
  const kept: (OptionInput & { position: number })[] = [];
  const retiredOptions: number[] = [];
  const restoredOptions: number[] = [];
  const entries = Object.entries(nested.safeParse(sent ?? {}).data ?? {});
  if (entries.length > maxEntries.options)
    context.addIssue({
      code: 'custom',
      message: `A list can have at most ${maxEntries.options} choices. Remove some.`,
      path: [fieldKey, 'type'],
    });
  for (const [key, value] of entries.slice(0, maxEntries.options)) {
    const known = Known.safeParse(value).data?.id;
    if (isDestroyed(value)) {
      if (known) retiredOptions.push(known);
      continue;
    }
    if ('back' in (value as object)) {
      if (known) restoredOptions.push(known);
      continue;
    }
    const { data, error } = OptionFields.safeParse(value);
    for (const issue of error?.issues ?? [])
      context.addIssue({ code: 'custom', message: issue.message, path: [fieldKey, 'options', key, ...issue.path] });
    if (data) kept.push({ ...data, key });
  }
  return { options: inOrder(kept), retiredOptions, restoredOptions };
}

/** Forms with numeric names lose their order, so each record sends its position. */
const inOrder = <T extends { position: number }>(records: T[]) => records.toSorted((a, b) => a.position - b.position);

/** The custom fields a list can show and filter by: general ones, if a single institution is in view. */
export async function customColumns(db: Db, actor: Actor, kind: PersonKind, wanted?: number): Promise<CustomField[]> {
  const inView = institutionsInView(actor, wanted, ...kind.sees);
  return inView.length === 1 ? fieldsFor(db, inView[0]!, kind.entity, ['general']) : [];
}

const ownerColumn = {
  student: customValues.studentId,
  employee: customValues.employeeId,
  guardian: customValues.guardianId,
} as const;

/** The values of general custom fields for a list: one row per person and field, with choices joined. */
const ownValues = (db: Db, actor: Actor, { entity, table, visibleTo }: PersonKind, ids: number[], fieldIds: number[]) =>
  db
    .select({
      personId: table.id,
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
    .from(table)
    .innerJoin(
      customValues,
      and(eq(customValues.institutionId, table.institutionId), eq(ownerColumn[entity], table.id)),
    )
    .innerJoin(customFields, hasKey(customFields, customValues.institutionId, customValues.fieldId))
    .leftJoin(
      sql`custom_field_options o`,
      sql`o.institution_id = ${customValues.institutionId} and o.id = ${customValues.optionId}`,
    )
    .where(
      and(
        visibleTo(actor),
        inArray(table.id, ids),
        inArray(customFields.id, fieldIds),
        eq(customFields.entity, entity),
        eq(customFields.fieldGroup, 'general'),
        sql`${customFields.retiredAt} is null`,
      ),
    )
    .groupBy(table.id, customFields.id);

/** Comma-separated ids: 12,15,18. */
const manyIds = (most: number) =>
  z
    .string()
    .max(4000)
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(id).min(1).max(most));

const Wanted = z.object({ ids: manyIds(200), fields: manyIds(50) });

/** Loads the custom field values of a list, separately from its rows. */
export function customValueRoutes(app: App, kind: PersonKind): void {
  app.get(
    `/${kind.people}/custom-values`,
    { config: may(...kind.sees), schema: { querystring: Wanted } },
    async (request, reply) => {
      const { ids, fields } = request.query;
      const rows = await request.read((db, actor) => ownValues(db, actor, kind, ids, fields));
      return reply.send({ rows });
    },
  );
}
