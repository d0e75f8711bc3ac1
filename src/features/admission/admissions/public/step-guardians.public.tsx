import { SelectField, TextField } from '#ui/public/fields.tsx';
import type { GuardiansProps } from './steps.ts';
import { Rows } from './rows.tsx';
import { StepForm } from './step-frame.tsx';

/** Up to three parents or guardians. */
export default function StepGuardians(step: GuardiansProps) {
  const { errors, phoneHint, relations, required, titles, values } = step;
  const state = { values, errors };
  return (
    <StepForm step={step}>
      <Rows
        state={state}
        name="guardians"
        most={3}
        open={Math.max(1, required)}
        title={(at) => ['Parent or guardian', 'Second parent or guardian', 'Third parent or guardian'][at]!}
      >
        {(row) => (
          <>
            <div className="two">
              <TextField state={state} name={`${row}.title`} label="Title" isOptional list="titles" maxLength={20} />
              <SelectField state={state} name={`${row}.relation`} label="Relation" options={relations} />
            </div>
            <div className="two">
              <TextField state={state} name={`${row}.surname`} label="Surname" maxLength={100} />
              <TextField state={state} name={`${row}.firstName`} label="First name" maxLength={100} />
            </div>
            <div className="two">
              <TextField
                state={state}
                name={`${row}.mobile`}
                label="Mobile"
                hint={phoneHint}
                type="tel"
                maxLength={30}
              />
              <TextField state={state} name={`${row}.email`} label="E-mail" isOptional type="email" />
            </div>
            <TextField state={state} name={`${row}.occupation`} label="Occupation" isOptional maxLength={100} />
            <TextField state={state} name={`${row}.address`} label="Address" isOptional maxLength={300} />
          </>
        )}
      </Rows>
      <datalist id="titles">
        {titles.map((title) => (
          <option key={title}>{title}</option>
        ))}
      </datalist>
    </StepForm>
  );
}
