import { eq, inArray, and, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  choiceSeparator,
  type CustomField,
  type CustomFieldType,
  type CustomValue,
} from '#kernel/contracts/custom-field.ts';
import type { Tx } from '#kernel/database.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { personColumn } from './custom-fields.queries.ts';
import { customValues } from './custom-fields.schema.ts';
import { rowsOf } from './value-rows.ts';

interface PersonTable {
  institutionId: SQLWrapper;
  id: SQLWrapper;
}

/** One export column per field, in the format that `parseCustomCell` reads; files by name. */
export const customCells = (
  fields: Pick<CustomField, 'id' | 'label' | 'type' | 'group'>[],
  entity: Entity,
  table: PersonTable,
): { column: ExportColumn; cell: SQL }[] =>
  fields.map((field) => ({ column: columnOf(field), cell: cellOf(field, entity, table) }));

const columnOf = ({ label, type, group }: Pick<CustomField, 'label' | 'type' | 'group'>): ExportColumn => ({
  ...(group !== 'general' && { group }),
  header: label,
  kind: type === 'number' ? 'number' : type === 'date' ? 'day' : 'text',
  width: Math.min(40, Math.max(14, label.length + 2)),
});

const shown: Record<CustomFieldType, SQL> = {
  text: sql`v.text_value`,
  number: sql`v.number_value`,
  date: sql`v.date_value`,
  yes_no: sql`case when v.yes_value then 'Yes' else 'No' end`,
  file: sql`(select f.name from files f where f.institution_id = v.institution_id and f.id = v.file_id)`,
  choice: sql`(select o.label from custom_field_options o where o.institution_id = v.institution_id and o.id = v.option_id)`,
  multi_choice: sql`(select o.label from custom_field_options o where o.institution_id = v.institution_id and o.id = v.option_id)`,
};

function cellOf({ id, type }: Pick<CustomField, 'id' | 'type'>, entity: Entity, table: PersonTable): SQL {
  const isValue = sql`v.institution_id = ${table.institutionId} and v.${sql.raw(`${entity}_id`)} = ${table.id} and v.field_id = ${id}`;
  if (type !== 'multi_choice') return sql`(select ${shown[type]} from custom_values v where ${isValue})`;
  return sql`(select string_agg(o.label, ${choiceSeparator}::text order by o.position, o.id) from custom_values v
    join custom_field_options o on o.institution_id = v.institution_id and o.id = v.option_id where ${isValue})`;
}

interface BulkValues {
  personId: number;
  /** Values by field id: null clears a field, and missing fields are not changed. */
  values: ReadonlyMap<number, CustomValue | null>;
}

/** Saves the values of many people at once, as read by `parseCustomCell`. */
export async function saveValuesInBulk(
  tx: Tx,
  { institutionId, entity }: { institutionId: number; entity: Entity },
  fields: readonly CustomField[],
  people: readonly BulkValues[],
): Promise<void> {
  for (const field of fields) {
    const given = people.filter(({ values }) => values.has(field.id));
    if (given.length === 0 || field.type === 'file') continue;
    await tx.delete(customValues).where(
      and(
        eq(customValues.institutionId, institutionId),
        eq(customValues.fieldId, field.id),
        inArray(
          personColumn[entity],
          given.map(({ personId }) => personId),
        ),
      ),
    );
    const rows = given.flatMap(({ personId, values }) =>
      rowsOf(entity, institutionId, personId, field, values.get(field.id)!),
    );
    for (let at = 0; at < rows.length; at += 1000) await tx.insert(customValues).values(rows.slice(at, at + 1000));
  }
}
