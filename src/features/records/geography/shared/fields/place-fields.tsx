import { useState } from 'react';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { usePlaceList, type Place } from './use-place-list.ts';
import { ListedField, loadingLgas, placeOptions } from './listed-field.tsx';

export interface PlaceFieldsProps {
  /** As `placeChoices` gives them, with the lists below the country and the state of `value`. */
  value: { countryId: string | null; stateId: string | null; stateName?: string | null; lgaId: string | null };
  countries: (Place & { hasStates: boolean; hasLgas: boolean })[];
  states: Place[];
  lgas: Place[];
  /** The institution that the form is of. */
  institute: number;
  /** Which of the specification's calls it makes: 7.4 and 7.5, or 7.6 and 7.7. */
  asks: 'employee' | 'student';
  stateLabel?: string;
}

const calls = {
  employee: { states: '/get_states', lgas: '/get_lga' },
  student: { states: '/student_get_states', lgas: '/student_get_lga' },
} as const;

/**
 * Country, state and LGA, each list fetched when the one above is chosen. Sends countryId, stateId, stateName, lgaId.
 * What is not asked stays in the form, hidden and empty: a draft that is put back finds every field at its place.
 */
export function PlaceFields({ value, countries, institute, asks, stateLabel = 'State', ...first }: PlaceFieldsProps) {
  const [country, setCountry] = useState(value.countryId ?? '');
  const [state, setState] = useState(value.stateId ?? '');
  const [stateName, setStateName] = useState(value.stateName ?? '');
  const [lga, setLga] = useState(value.lgaId ?? '');
  const states = usePlaceList(first.states, calls[asks].states, institute);
  const lgas = usePlaceList(first.lgas, calls[asks].lgas, institute);
  const within = countries.find((one) => one.id === country);
  const isWritten = within !== undefined && !within.hasStates;

  const chooseCountry = (id: string) => {
    setCountry(id);
    setStateName('');
    setState('');
    setLga('');
    lgas.clear();
    const chosen = countries.find((one) => one.id === id);
    if (chosen?.hasStates) void states.ask({ country: id }, `Loading the states of ${chosen.name}…`);
    else states.clear();
  };
  const chooseState = (id: string) => {
    setState(id);
    setLga('');
    // A state's id begins with its country's, which a draft may have put back in the same moment.
    if (countries.find((one) => id.startsWith(`${one.id}-`))?.hasLgas) void lgas.ask({ state: id }, loadingLgas);
    else lgas.clear();
  };
  return (
    <>
      <SelectBoxField
        name="countryId"
        label="Country"
        optional
        value={country}
        onChange={chooseCountry}
        options={placeOptions(countries)}
      />
      <FieldRow>
        <ListedField
          name="stateId"
          label={stateLabel}
          what="states"
          value={state}
          list={states}
          before={country ? '' : 'Choose a country first'}
          hidden={isWritten}
          onChange={chooseState}
        />
        <div hidden={!isWritten}>
          <TextField
            name="stateName"
            label={stateLabel}
            optional
            maxLength={100}
            autoComplete="off"
            help={`No states are listed for ${within?.name}. Enter the name.`}
            value={stateName}
            onChange={(event) => setStateName(event.target.value)}
          />
        </div>
        <ListedField
          name="lgaId"
          label="LGA"
          what="LGAs"
          value={lga}
          list={lgas}
          before={state ? '' : states.loading ? loadingLgas : 'Choose a state first'}
          hidden={!within?.hasLgas}
          onChange={setLga}
        />
      </FieldRow>
    </>
  );
}
