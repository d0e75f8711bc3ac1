import type { PersonRecord } from '../engine/field.ts';
import type { Alike } from './known.queries.ts';

/** Describes a possible duplicate for the user to decide. */
export const looksLike = ({ firstName, surname, number, why }: Alike) =>
  `Possible duplicate of ${firstName} ${surname} (${number}): ${why}.`;

export const erased = (field: string, record: PersonRecord) => ({
  field,
  value: record[field] as string,
  message: 'The record with this number was erased at the person’s request. Remove the row from the file.',
});
