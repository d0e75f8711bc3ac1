import { Problems, SelectField, TextField } from '#ui/public/fields.tsx';
import type { CheckResultProps } from './public-results.queries.ts';
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

/** The result pins on sale: online where some are left, and where they are sold for cash. */
function BuyPin({ buy, csrf, office, pins }: CheckResultProps) {
  const online = pins.filter(({ isSoldOut }) => !isSoldOut);
  const state = { values: buy.values, errors: buy.errors, prefix: 'buy-' };
  const chosen = buy.values['kind_id'] ?? online[0]?.kindId;
  const isRefused = buy.message !== null;
  return (
    <section className="buy-pin" aria-labelledby="buy-pin" id="buy">
      <h2 id="buy-pin">No result pin yet?</h2>
      {isRefused && (
        <Problems
          message={buy.errors['form'] ?? buy.message}
          errors={onFields(buy.errors)}
          labels={['buyer_email', 'buyer_phone']}
          prefix="buy-"
        />
      )}
      {online.length > 0 && (
        <form className="form" method="post" action={buy.action} noValidate>
          <input type="hidden" name="_csrf" value={csrf} />
          <input type="hidden" name="institution_id" value={buy.institutionId} />
          <input type="hidden" name="quantity" value="1" />
          <input type="hidden" name="for" value="result" />
          <fieldset>
            <legend>Buy a pin</legend>
            <p className="lead-in">Pay by card or transfer; you get the pin immediately.</p>
            {online.length === 1 ? (
              <p>
                <input type="hidden" name="kind_id" value={online[0]!.kindId} />
                <b>{online[0]!.name}</b>: {online[0]!.price}, valid {online[0]!.validity}
              </p>
            ) : (
              <div role="radiogroup" aria-label="Result pin">
                {online.map(({ kindId, name, price, validity }) => (
                  <label className="tick" key={kindId}>
                    <input type="radio" name="kind_id" value={kindId} defaultChecked={kindId === chosen} />
                    <span>
                      <b>{name}</b>: {price}, valid {validity}
                    </span>
                  </label>
                ))}
              </div>
            )}
            <div className="two">
              <TextField state={state} name="buyer_email" label="Your e-mail" type="email" autoComplete="email" />
              <TextField state={state} name="buyer_phone" label="Or your phone" type="tel" autoComplete="tel" />
            </div>
            <div className="buttons">
              <button className="button">Buy and pay online</button>
            </div>
          </fieldset>
        </form>
      )}
      {pins.map(({ kindId, name, soldAt }) => soldAt && <p key={kindId}>{`${name}, for cash: ${soldAt}`}</p>)}
      {online.length === 0 && !pins.some(({ soldAt }) => soldAt) && (
        <p>Ask the school office for a result pin{office && `: ${office}`}.</p>
      )}
    </section>
  );
}

const onFields = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name.startsWith('buyer_')));
