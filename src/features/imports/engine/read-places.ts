import type { Gazetteer } from '#features/geography/geography.queries.ts';
import { quote } from './clean.ts';
import type { FieldKey } from './fields.ts';

type Written = Record<'country' | 'state' | 'lga', string>;

/** Country, state and LGA by name; a state without a country is one of the institution's own country. */
export function readPlaces(
  written: Written,
  places: Gazetteer,
  homeCountryId: string,
  add: (field: FieldKey, message: string) => void,
) {
  const country = written.country ? places.findCountry(written.country) : null;
  if (written.country && !country)
    add('country', `${quote(written.country)} is not a country we know. Write its English name, for example Nigeria.`);
  const countryId = country?.id ?? homeCountryId;

  const state = written.state && (country || !written.country) ? places.findState(written.state, countryId) : null;
  if (written.state && !state && (country || !written.country)) {
    add(
      'state',
      `${quote(written.state)} is not a state we know${country ? ` in ${country.name}` : ''}. Correct the spelling or leave the cell blank.`,
    );
  }

  const lga = written.lga && state ? places.findLga(state.id, written.lga) : null;
  if (written.lga && state && !lga)
    add('lga', `${quote(written.lga)} is not an LGA of ${state.name}. Correct the spelling or leave the cell blank.`);
  if (written.lga && !written.state)
    add('lga', `Which state is ${quote(written.lga)} in? An LGA needs its state in the same row.`);

  return { countryId: country?.id ?? (state ? countryId : null), stateId: state?.id ?? null, lgaId: lga?.id ?? null };
}
