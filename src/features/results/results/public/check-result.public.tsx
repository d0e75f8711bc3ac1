import { Problems, SelectField, TextField } from '#ui/public/fields.tsx';
import type { CheckResultProps } from './public.pages.ts';
import { BuyPin } from './buy-pin.tsx';
import './results.css';

const labels = ['number', 'term_id', 'pin_serial', 'pin_secret'];

/** Opens a published result with the admission number and a result pin. */
export default function CheckResult(props: CheckResultProps) {
  const { action, csrf, errors, message, office, terms, values } = props;
  const state = { values, errors };
  if (!terms.length) return <p>No results are published yet. {office && <>Ask the school office: {office}.</>}</p>;
  return (
    <>
      <Problems message={errors['form'] ?? message} errors={withoutForm(errors)} labels={labels} />
      <form className="form" method="post" action={action} noValidate data-takes-pin="">
        <input type="hidden" name="_csrf" value={csrf} />
        <fieldset>
          <legend>Student</legend>
          <TextField
            state={state}
            name="number"
            label="Admission number"
            autoCapitalize="characters"
            autoComplete="off"
            maxLength={40}
          />
          <SelectField state={state} name="term_id" label="Term" options={terms} />
        </fieldset>
        <fieldset>
          <legend>Result pin</legend>
          <p className="lead-in">
            Both numbers are on the card or in the message that you got when you paid. A pin opens the results of one
            student in one term, several times.
          </p>
          <TextField
            state={state}
            name="pin_serial"
            label="Serial number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
          />
          <TextField
            state={state}
            name="pin_secret"
            label="Pin"
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
          />
          {errors['pin'] && <p className="error">{errors['pin']}</p>}
        </fieldset>
        <div className="buttons">
          <button className="button strong">Show result</button>
        </div>
      </form>
      <BuyPin {...props} />
    </>
  );
}

const withoutForm = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== 'form'));
