import { TextField, type FormState } from '#ui/public/fields.tsx';
import type { ApplyPin, ApplyProgram } from './public.pages.ts';
import { buyForm, type Buying } from './buy-form.tsx';

interface Blocks {
  form: FormState;
  buy: Buying;
  program: ApplyProgram;
  kindId: string;
  setKindId(kindId: string): void;
}

/** 3.5, 4.18: enter a pin, buy one, and the kinds on sale. Choosing a kind sets what is bought. */
export function PinBlocks({ buy, form, program, kindId, setKindId }: Blocks) {
  const { pins } = program;
  const chosen = pins.find((pin) => pin.kindId === kindId) ?? pins[0];
  return (
    <>
      <fieldset data-block="enter-pin">
        <legend>Enter pin</legend>
        <p className="lead-in">Both are on the card or in the message that you got when you paid.</p>
        <div className="two">
          <TextField
            state={form}
            name="pin_serial"
            label="Serial number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
          />
          <TextField state={form} name="pin_secret" label="Pin" inputMode="numeric" autoComplete="off" maxLength={40} />
        </div>
        {form.errors['pin'] && <p className="error">{form.errors['pin']}</p>}
      </fieldset>
      <fieldset data-block="pin-available-type">
        <legend>Pins on sale</legend>
        {pins.length > 0 ? (
          <div role="radiogroup" aria-label="Pin available type">
            {pins.map((pin) => (
              <PinKind key={pin.kindId} pin={pin} isChosen={pin === chosen} choose={() => setKindId(pin.kindId)} />
            ))}
          </div>
        ) : (
          <p>No pin is on sale online.</p>
        )}
      </fieldset>
      <fieldset data-block="buy-registration-pin">
        <legend>Buy registration pin</legend>
        {chosen ? <BuyFields pin={chosen} buy={buy} /> : <p>Ask the school office for a pin.</p>}
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

function BuyFields({ buy, pin }: { buy: Buying; pin: ApplyPin }) {
  const { buyer, message } = buy;
  return (
    <>
      {pin.isSoldOut && <p>{pin.name} is sold out online.</p>}
      {!pin.isSoldOut && (
        <>
          <p className="lead-in">
            {pin.name}, {pin.price} each. Pay by card or transfer; you get the pin at once.
          </p>
          <TextField
            state={buyer}
            name="quantity"
            label="Quantity"
            form={buyForm}
            type="number"
            min={1}
            max={pin.most}
          />
          <div className="two">
            <TextField
              state={buyer}
              name="buyer_email"
              label="Buyer’s e-mail"
              form={buyForm}
              type="email"
              autoComplete="email"
            />
            <TextField
              state={buyer}
              name="buyer_phone"
              label="Buyer’s phone"
              form={buyForm}
              type="tel"
              autoComplete="tel"
            />
          </div>
          {message && (
            <p className="error" role="alert">
              {message}
            </p>
          )}
          <button className="button" form={buyForm}>
            Buy and pay online
          </button>
        </>
      )}
      {pin.soldAt && <p>For cash: {pin.soldAt}</p>}
    </>
  );
}
