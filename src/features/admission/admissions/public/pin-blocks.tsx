import { TextField, type FormState } from '#ui/public/fields.tsx';
import type { ApplyPin, ApplyProgram, ApplyProps } from './addresses.ts';
import { useState, type FormEvent } from 'react';

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
            {pin.name}, {pin.price} each. Pay by card or transfer; you get the pin immediately.
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

/** The fields of the second form sit among those of the first; this is its name. */
const buyForm = 'buy-pin';

/** What the fields of the buyer show. */
interface Buying {
  buyer: FormState;
  message: string | null;
}

interface Answer {
  go?: string;
  message?: string;
  errors?: Record<string, string>;
}

/** Buys a pin: the answer says where it is paid, and errors appear beside the buyer's fields. */
export function useBuying(buy: ApplyProps['buy']) {
  const [answer, setAnswer] = useState<Answer>({ errors: buy.errors, message: buy.message ?? undefined });
  const { errors = {}, message = null } = answer;
  const buyer = { values: { quantity: '1', ...buy.values }, errors, prefix: 'buy-' };
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
    const sent = await fetch(form.action, { method: 'POST', body, headers }).catch(() => null);
    const told = (await sent?.json().catch(() => null)) as Answer | null;
    if (told?.go) window.location.assign(told.go);
    else setAnswer(told ?? { message: 'No connection. Try again.' });
  }
  const shown: Buying = { buyer, message: Object.keys(errors).length ? (errors['form'] ?? null) : message };
  return { buying: shown, send };
}

/** The buyer's own form: sent apart from the application, which stays as it is. */
export function BuyForm({ buy, csrf, programId, send }: BuyFormProps) {
  return (
    <form id={buyForm} method="post" action={buy.action} onSubmit={send} noValidate>
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="institution_id" value={buy.institutionId} />
      <input type="hidden" name="program_id" value={programId} />
    </form>
  );
}

interface BuyFormProps extends Pick<ApplyProps, 'buy' | 'csrf'> {
  programId: string;
  send(event: FormEvent<HTMLFormElement>): void;
}
