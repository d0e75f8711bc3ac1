import { useState, useRef, useCallback, useEffect } from 'react';
import { FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectBoxField } from '#ui/fields/select-box.tsx';
import { Button } from '#ui/button.tsx';
import classes from './place-fields.module.css';
import { explain, remote } from '#web/client/remote.ts';

interface PlaceFieldsProps {
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

interface ListedFieldProps {
  name: string;
  label: string;
  what: string;
  value: string;
  list: ReturnType<typeof usePlaceList>;
  /** What must be chosen before there is a list. The field can still take the focus, because a list may arrive meanwhile. */
  before: string;
  hidden: boolean;
  onChange: (id: string) => void;
}

/** A select whose options come over the network: it says so, keeps the focus, and offers to try again. */
function ListedField({ what, list, before, hidden, ...props }: ListedFieldProps) {
  const area = useRef<HTMLDivElement>(null);
  const { places, loading, failure, retry } = list;
  const said = before || loading || (failure && `The ${what} could not be loaded.`);
  return (
    <div ref={area} hidden={hidden} className={classes.listed} aria-busy={Boolean(loading)}>
      <SelectBoxField
        {...props}
        optional
        unready={said || undefined}
        error={failure || undefined}
        options={placeOptions(places)}
      />
      {failure && (
        <div>
          <Button
            small
            onClick={() => {
              // The button goes once it is pressed; the focus waits for the list where the list will be.
              area.current?.querySelector<HTMLElement>('[role=combobox]')?.focus();
              retry();
            }}
          >
            Try again
            <span className="visually-hidden"> to load the {what}</span>
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {loading || failure}
      </p>
    </div>
  );
}

const loadingLgas = 'Loading the LGAs…';

const placeOptions = (places: Place[]) => places.map(({ id, name }) => ({ value: id, label: name }));

interface Place {
  id: string;
  name: string;
}

interface Asked {
  places: Place[];
  /** What it waits for, or why it did not come; '' when the places are there. */
  loading: string;
  failure: string;
}

const ready = (places: Place[]): Asked => ({ places, loading: '', failure: '' });

/** The places below another one, fetched when that is chosen. The latest question wins, however slow the network is. */
function usePlaceList(first: Place[], address: string, institute: number) {
  const [asked, setAsked] = useState(() => ready(first));
  const controller = useRef<AbortController | null>(null);
  const latest = useRef<[question: Record<string, string>, loading: string]>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const clear = useCallback(() => {
    controller.current?.abort();
    setAsked(ready([]));
  }, []);
  const ask = useCallback(
    async (question: Record<string, string>, loading: string) => {
      controller.current?.abort();
      const mine = (controller.current = new AbortController());
      latest.current = [question, loading];
      setAsked({ places: [], loading, failure: '' });
      try {
        const options = { signal: mine.signal, isQuestion: true };
        const { json } = await remote<Place[]>('POST', address, { ...question, institute }, options);
        if (!mine.signal.aborted) setAsked(ready(json));
      } catch (error) {
        if (!mine.signal.aborted) setAsked({ places: [], loading: '', failure: explain(error).message });
      }
    },
    [address, institute],
  );
  const retry = () => void (latest.current && ask(...latest.current));
  return { ...asked, ask, clear, retry };
}
