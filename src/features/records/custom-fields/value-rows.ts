import type { CustomField, CustomFile, CustomValue } from '#kernel/contracts/custom-field.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import type { customValues } from './custom-fields.schema.ts';

type ValueRow = typeof customValues.$inferInsert;

/** The rows of a value: one, one per choice for multiple choice, or none. */
export function rowsOf(
  entity: Entity,
  institutionId: number,
  personId: number,
  { id: fieldId, type }: Pick<CustomField, 'id' | 'type'>,
  value: CustomValue | null,
): ValueRow[] {
  if (value === null) return [];
  const row = { institutionId, fieldId, [`${entity}Id`]: personId };
  switch (type) {
    case 'number':
      return [{ ...row, numberValue: value as number }];
    case 'date':
      return [{ ...row, dateValue: value as string }];
    case 'yes_no':
      return [{ ...row, yesValue: value as boolean }];
    case 'file':
      return [{ ...row, fileId: (value as CustomFile).id }];
    case 'choice':
    case 'multi_choice':
      return (value as number[]).map((optionId) => ({ ...row, optionId }));
    default:
      return [{ ...row, textValue: value as string }];
  }
}
