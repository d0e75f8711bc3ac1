import type { Gazetteer } from '#features/geography/geography.queries.ts';
import { quote } from './clean.ts';

type Written = Readonly<Record<string, string>>;

/**
 * Country, state and LGA by name; a state without a country is one of the institution's own country. Where a country's
 * states are not kept, the state stays as it is written.
 */
export function readPlaces(
  { country = '', state = '', lga = '' }: Written,
  places: Gazetteer,
  homeCountryId: string,
  add: (field: string, message: string) => void,
) {
  const inCountry = country ? places.findCountry(country) : null;
  if (country && !inCountry)
    add('country', `${quote(country)} is not a country we know. Write its English name, for example Nigeria.`);
  const countryId = inCountry?.id ?? homeCountryId;

  const isClear = inCountry !== null || !country;
  const isFree = state !== '' && isClear && !places.hasStates(countryId);
  const inState = state && isClear && !isFree ? places.findState(state, countryId) : null;
  if (state && isClear && !isFree && !inState) {
    add(
      'state',
      `${quote(state)} is not a state we know${inCountry ? ` in ${inCountry.name}` : ''}. Correct the spelling or leave the cell blank.`,
    );
  }

  const inLga = lga && inState ? places.findLga(inState.id, lga) : null;
  if (lga && inState && !inLga)
    add('lga', `${quote(lga)} is not an LGA of ${inState.name}. Correct the spelling or leave the cell blank.`);
  if (lga && (!state || isFree)) add('lga', `Which state is ${quote(lga)} in? An LGA needs its state in the same row.`);

  return {
    countryId: inCountry?.id ?? (state && isClear ? countryId : null),
    stateId: inState?.id ?? null,
    stateName: isFree ? state : null,
    lgaId: inLga?.id ?? null,
  };
}
