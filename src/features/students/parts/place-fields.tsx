import { useRef, useState } from 'react';
import { FieldRow } from '#ui/edit-form.tsx';
import { SelectBoxField } from '#ui/select-box.tsx';
import { toast } from '#ui/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { StudentFormProps } from '../students.pages.ts';

type Place = { id: string; name: string };

/** Country, state and LGA: each choice fetches the next list. */
export function PlaceFields({
  student,
  countries,
  ...first
}: Pick<StudentFormProps, 'student' | 'countries' | 'states' | 'lgas'>) {
  const [country, setCountry] = useState(student ? (student.countryId ?? '') : 'NG');
  const [state, setState] = useState(student?.stateId ?? '');
  const [lga, setLga] = useState(student?.lgaId ?? '');
  const [states, setStates] = useState<Place[]>(first.states);
  const [lgas, setLgas] = useState<Place[]>(first.lgas);
  const latest = useRef(0);

  const fetchPlaces = async (question: Record<string, string>, take: (places: Place[]) => void) => {
    const mine = ++latest.current;
    try {
      const { json } = await remote<Place[]>('GET', '/places', question);
      if (mine === latest.current) take(json);
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    }
  };
  const chooseCountry = (id: string) => {
    setCountry(id);
    setState('');
    setLga('');
    setStates([]);
    setLgas([]);
    if (id) void fetchPlaces({ country: id }, setStates);
  };
  const chooseState = (id: string) => {
    setState(id);
    setLga('');
    setLgas([]);
    if (id) void fetchPlaces({ state: id }, setLgas);
  };
  return (
    <>
      <SelectBoxField
        name="countryId"
        label="Country"
        optional
        value={country}
        onChange={chooseCountry}
        options={options(countries)}
      />
      <FieldRow>
        <SelectBoxField
          name="stateId"
          label="State of origin"
          optional
          value={state}
          disabled={states.length === 0}
          onChange={chooseState}
          options={options(states)}
        />
        <SelectBoxField
          name="lgaId"
          label="LGA"
          optional
          value={lga}
          disabled={lgas.length === 0}
          onChange={setLga}
          options={options(lgas)}
        />
      </FieldRow>
    </>
  );
}

const options = (places: Place[]) => places.map(({ id, name }) => ({ value: id, label: name }));
