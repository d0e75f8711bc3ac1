import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { listCountries, listLgas, listStates } from '#features/geography/geography.queries.ts';
import { wordLists } from '#features/lookups/lookups.queries.ts';
import type { GuardianProfile } from './guardian-profile.queries.ts';
import type { GuardianFormProps } from './guardians.pages.ts';

/** What the form offers; a new guardian lives in the institution's country until somebody says otherwise. */
export async function guardianFormProps(
  db: Db,
  actor: Actor,
  institutionId: number,
  guardian: GuardianProfile | null,
): Promise<GuardianFormProps> {
  const ids = guardian ? [institutionId] : institutionsWhere(actor, 'guardians.edit');
  const home = actor.institutions.find(({ id }) => id === institutionId)!.countryId;
  const countryId = guardian ? guardian.countryId : home;
  const [countries, states, lgas, words] = await Promise.all([
    listCountries(db),
    listStates(db, countryId ?? ''),
    listLgas(db, guardian?.stateId ?? ''),
    wordLists(db, institutionId, ['religions', 'languages']),
  ]);
  return {
    guardian,
    institutionId,
    institutions: actor.institutions.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name })),
    countryId,
    countries,
    states,
    lgas,
    words,
  };
}
