import type { Gazetteer } from '#features/records/geography/geography.queries.ts';
import { quote } from './clean.ts';

type Written = Readonly<Record<string, string>>;

/** Looks up country, state and LGA by name. A state without a country belongs to the institution's country. For countries without a list of states the text is stored as written. */
export function readPlaces(
  { country = '', state = '', lga = '' }: Written,
  places: Gazetteer,
  homeCountryId: string,
  add: (field: string, message: string) => void,
) {
  const inCountry = country ? places.findCountry(country) : null;
  if (country && !inCountry)
    add('country', `${quote(country)} is not a known country. Use its English name, for example Nigeria.`);
  const countryId = inCountry?.id ?? homeCountryId;

  const isClear = inCountry !== null || !country;
  const isFree = state !== '' && isClear && !places.hasStates(countryId);
  const inState = state && isClear && !isFree ? places.findState(state, countryId) : null;
  if (state && isClear && !isFree && !inState) {
    add(
      'state',
      `${quote(state)} is not a known state${inCountry ? ` in ${inCountry.name}` : ''}. Correct the spelling or leave the cell blank.`,
    );
  }

  const inLga = lga && inState ? places.findLga(inState.id, lga) : null;
  if (lga && inState && !inLga)
    add('lga', `${quote(lga)} is not an LGA of ${inState.name}. Correct the spelling or leave the cell blank.`);
  if (lga && (!state || isFree)) add('lga', `The state of ${quote(lga)} is missing. Add the state to the same row.`);

  return {
    countryId: inCountry?.id ?? (state && isClear ? countryId : null),
    stateId: inState?.id ?? null,
    stateName: isFree ? state : null,
    lgaId: inLga?.id ?? null,
  };
}
