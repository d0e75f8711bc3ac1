import { TextField, type FormState } from '#ui/public/fields.tsx';
import type { ApplyPin, ApplyProgram, ApplyProps } from '../../public/public.pages.ts';

interface Blocks {
  form: FormState;
  program: ApplyProgram;
  kindId: string;
  setKindId(kindId: string): void;
}

/** The fields of the second form sit among those of the first; this is its name. */
const buyForm = 'buy-pin';
const buyer: FormState = { values: { quantity: '1' }, errors: {}, prefix: 'buy-' };

/** 3.5, 4.18: enter a pin, buy one, and the kinds on sale. Choosing a kind sets what is bought. */
export function PinBlocks({ form, program, kindId, setKindId }: Blocks) {
  const { pins } = program;
  const chosen = pins.find((pin) => pin.kindId === kindId) ?? pins[0];
  return (
    <>
      <fieldset data-block="enter-pin">
        <legend>Enter pin</legend>
        <p className="lead-in">Both are on the card or in the message that you got when you paid.</p>
        <div className="two">
          <TextField
            {...{ state: form, name: 'pin_serial', label: 'Serial number' }}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
          />
          <TextField
            {...{ state: form, name: 'pin_secret', label: 'Pin' }}
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
          />
        </div>
        {form.errors['pin'] && <p className="error">{form.errors['pin']}</p>}
      </fieldset>
      {pins.length > 0 && (
        <fieldset data-block="pin-available-type">
          <legend>Pins on sale</legend>
          <div role="radiogroup" aria-label="Pin available type">
            {pins.map((pin) => (
              <PinKind key={pin.kindId} pin={pin} isChosen={pin === chosen} choose={() => setKindId(pin.kindId)} />
            ))}
          </div>
        </fieldset>
      )}
      <fieldset data-block="buy-registration-pin">
        <legend>Buy registration pin</legend>
        {chosen ? <BuyFields pin={chosen} /> : <p>No pin is on sale here. Ask the school office.</p>}
      </fieldset>
    </>
  );
}

function PinKind({ pin, isChosen, choose }: { pin: ApplyPin; isChosen: boolean; choose(): void }) {
  return (
    <label className="tick pin-kind">
      <input type="radio" name="kind_id" form={buyForm} value={pin.kindId} checked={isChosen} onChange={choose} />
      <span>
        <b>{pin.name}</b> · {pin.price}
        <small>
          Valid {pin.validity} · {pin.stock}
        </small>
      </span>
    </label>
  );
}

function BuyFields({ pin }: { pin: ApplyPin }) {
  return (
    <>
      {pin.isSoldOut ? (
        <p>{pin.name} is sold out online.</p>
      ) : (
        <>
          <p className="lead-in">
            {pin.name}, {pin.price} each. Pay by card or transfer; you get the pin at once.
          </p>
          <TextField
            {...{ state: buyer, name: 'quantity', label: 'Quantity', form: buyForm }}
            type="number"
            min={1}
            max={pin.most}
          />
          <div className="two">
            <TextField
              {...{ state: buyer, name: 'email', label: 'Buyer’s e-mail', form: buyForm }}
              type="email"
              autoComplete="email"
            />
            <TextField
              {...{ state: buyer, name: 'phone', label: 'Buyer’s phone', form: buyForm }}
              type="tel"
              autoComplete="tel"
            />
          </div>
          <button className="button" form={buyForm}>
            Buy and pay online
          </button>
        </>
      )}
      {pin.soldAt && <p>For cash: {pin.soldAt}</p>}
    </>
  );
}

/** The buyer's own form: sent apart from the application, which stays as it is. */
export function BuyForm({ buy, csrf }: Pick<ApplyProps, 'buy' | 'csrf'>) {
  return (
    <form id={buyForm} method="post" action={buy.action} target="_blank">
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="institution" value={buy.institution} />
    </form>
  );
}
