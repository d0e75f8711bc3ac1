import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import type { Db } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { may, type App } from '#web/routes.ts';
import { fieldsFor } from './custom-fields.queries.ts';
import { customFields, customValues } from './custom-fields.schema.ts';

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
