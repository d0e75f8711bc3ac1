import { sql, type SQL } from 'drizzle-orm';

/** For the `set` of an erasure: sets these columns to null. */
export const nulls = (...columns: string[]): Record<string, null> =>
  Object.fromEntries(columns.map((column) => [column, null]));

/** The values of an erased record of any kind: a placeholder name, and nothing to contact or recognise the person. */
export const erasedRecord: Record<string, SQL | string | null> = {
  surname: 'Record',
  first_name: 'Erased',
  ...nulls('middle_name', 'gender', 'phone', 'mobile', 'email', 'religion', 'photo_id', 'photo_small_id'),
  ...nulls('nationality_id', 'country_id', 'state_id', 'state_name', 'lga_id', 'city', 'community', 'address'),
  anonymised_at: sql`now()`,
  updated_at: sql`now()`,
};

export const nextOfKinColumns = ['next_of_kin_name', 'next_of_kin_phone', 'next_of_kin_relation'];
