import { useState } from 'react';
import { DayField } from '#ui/public/day-field.tsx';
import { SelectField, TextField } from '#ui/public/fields.tsx';
import type { Choice, ExtraField, PersonProps } from './steps.ts';
import { Extra, ExtraFields } from './extra-fields.tsx';
import { StepForm } from './step-frame.tsx';

const always = ['surname', 'firstName', 'middleName', 'gender', 'birthDate', 'phone', 'email'];

/** Who applies: what every form asks, then what the school asks besides. */
export default function StepPerson(step: PersonProps) {
  const { errors, fields, phoneHint, values } = step;
  const state = { values, errors };
  const isPlace = ({ name }: ExtraField) => ['countryId', 'stateId', 'stateName', 'lgaId'].includes(name);
  const ids = [...always, ...fields.map(({ name }) => name)];
  return (
    <StepForm step={step} labels={ids}>
      <fieldset>
        <legend>Name and birth</legend>
        <div className="two">
          <TextField state={state} name="surname" label="Surname" maxLength={100} />
          <TextField state={state} name="firstName" label="First name" maxLength={100} />
        </div>
        <ExtraFields state={state} fields={fields.filter(({ name }) => name === 'middleName')} />
        <div className="two">
          <SelectField
            state={state}
            name="gender"
            label="Gender"
            options={[
              { value: 'female', label: 'Female' },
              { value: 'male', label: 'Male' },
            ]}
          />
          <DayField state={state} name="birthDate" label="Date of birth" />
        </div>
      </fieldset>
      <fieldset>
        <legend>Where we reach you</legend>
        <div className="two">
          <TextField state={state} name="phone" label="Phone" hint={phoneHint} type="tel" maxLength={30} />
          <TextField state={state} name="email" label="E-mail" isOptional type="email" />
        </div>
      </fieldset>
      {fields.some(isPlace) && (
        <fieldset>
          <legend>Origin</legend>
          <Origin step={step} fields={fields.filter(isPlace)} />
        </fieldset>
      )}
      {fields.some((field) => !isPlace(field) && field.name !== 'middleName') && (
        <fieldset>
          <legend>More about the applicant</legend>
          <ExtraFields
            state={state}
            fields={fields.filter((field) => !isPlace(field) && field.name !== 'middleName')}
          />
        </fieldset>
      )}
    </StepForm>
  );
}

/** The local government areas follow the state; without the script a button shows them. */
function Origin({ step, fields }: { step: PersonProps; fields: ExtraField[] }) {
  const { errors, values } = step;
  const state = { values, errors };
  const of = (name: string) => fields.find((field) => field.name === name);
  const lga = of('lgaId')!;
  const [lgas, setLgas] = useState<Choice[]>(lga.options ?? []);
  async function readLgas(stateId: string) {
    setLgas([]);
    if (!stateId) return;
    const answer = await fetch(`${step.lgas}?state=${encodeURIComponent(stateId)}`).catch(() => null);
    if (answer?.ok) setLgas(((await answer.json()) as { lgas: Choice[] }).lgas);
  }
  return (
    <>
      <Extra state={state} field={of('countryId')!} />
      <div className="two">
        <SelectField
          state={state}
          name="stateId"
          label="State"
          isOptional={of('stateId')!.isOptional}
          options={of('stateId')!.options ?? []}
          onChange={({ target }) => void readLgas(target.value)}
        />
        <SelectField
          state={state}
          name="lgaId"
          label="Local government area"
          isOptional
          key={lgas.map(({ value }) => value).join()}
          options={lgas}
        />
      </div>
      <noscript>
        <button className="button" name="show" value="1">
          Show local government areas
        </button>
      </noscript>
      <Extra state={state} field={of('stateName')!} />
    </>
  );
}
