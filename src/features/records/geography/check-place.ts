import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { countries, lgas, states } from './geography.schema.ts';

export interface Place {
  countryId: string | null;
  stateId: string | null;
  stateName?: string | null;
  lgaId: string | null;
}

/** Refuses an unknown nationality. */
export async function checkNationality(tx: Tx, nationalityId: string | null): Promise<void> {
  if (nationalityId && !(await tx.$count(countries, eq(countries.id, nationalityId))))
    throw new ValidationError('nationalityId', 'Choose a country from the list.');
}

/** Refuses a state of another country, an LGA of another state, and a typed state if the country has a list. */
export async function checkPlace(tx: Tx, { countryId, stateId, stateName = null, lgaId }: Place): Promise<void> {
  if ((stateId || stateName) && !countryId) throw new ValidationError('countryId', 'Choose the country of the state.');
  if (stateId && stateName)
    throw new ValidationError('stateName', 'Choose the state from the list or type it, not both.');
  if (lgaId && !stateId) throw new ValidationError('stateId', 'Choose the state of the local government area.');
  if (countryId && !(await tx.$count(countries, eq(countries.id, countryId))))
    throw new ValidationError('countryId', 'Choose a country from the list.');
  if (stateName && (await tx.$count(states, eq(states.countryId, countryId!))))
    throw new ValidationError('stateName', 'Choose the state from the list.');
  if (stateId && !(await tx.$count(states, and(eq(states.id, stateId), eq(states.countryId, countryId!))))) {
    throw new ValidationError('stateId', 'This state isn’t in the selected country. Choose a different one.');
  }
  if (lgaId && !(await tx.$count(lgas, and(eq(lgas.id, lgaId), eq(lgas.stateId, stateId!))))) {
    throw new ValidationError(
      'lgaId',
      'This local government area isn’t in the selected state. Choose a different one.',
    );
  }
}
