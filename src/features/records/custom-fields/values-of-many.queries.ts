import { and, eq, inArray } from 'drizzle-orm';
import type { CustomField, CustomValues } from '#kernel/contracts/custom-field.ts';
import type { Db } from '#kernel/database.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customValues } from './custom-fields.schema.ts';
import { personColumn } from './custom-fields.queries.ts';

/** The values of some fields of several people, by person, without files. */
export async function valuesOfMany(
  db: Db,
  institutionId: number,
  entity: Entity,
  personIds: number[],
  fields: readonly CustomField[],
): Promise<Map<number, CustomValues>> {
  if (personIds.length === 0 || fields.length === 0) return new Map();
  const rows = await db
    .select({
      personId: personColumn[entity],
      fieldId: customValues.fieldId,
      text: customValues.textValue,
      number: customValues.numberValue,
      day: customValues.dateValue,
      yes: customValues.yesValue,
      optionId: customValues.optionId,
    })
    .from(customValues)
    .where(
      and(
        eq(customValues.institutionId, institutionId),
        inArray(personColumn[entity], personIds),
        inArray(
          customValues.fieldId,
          fields.map(({ id }) => id),
        ),
      ),
    );
  const orders = new Map(fields.map(({ id, options }) => [id, new Map(options.map((option, at) => [option.id, at]))]));
  const values = new Map<number, CustomValues>();
  for (const { personId, fieldId, ...row } of rows) {
    const ofPerson = values.get(personId!) ?? {};
    values.set(personId!, ofPerson);
    const chosen = (ofPerson[fieldId] as number[] | undefined) ?? [];
    const order = orders.get(fieldId);
    const value =
      row.optionId !== null
        ? [...chosen, row.optionId].sort((a, b) => (order?.get(a) ?? 0) - (order?.get(b) ?? 0))
        : (row.text ?? row.number ?? row.day ?? row.yes);
    if (value !== null) ofPerson[fieldId] = value;
  }
  return values;
}
