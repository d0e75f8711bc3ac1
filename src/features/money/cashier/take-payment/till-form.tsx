import { useState, type FormEvent, type RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { Card } from '#ui/records/card.tsx';
import { money } from '#ui/format.ts';
import { AmountInput } from '#features/money/payments/shared/amount-input.tsx';
import { Secondary, Money } from '#ui/text.tsx';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import type { useAllocation } from './use-allocation.ts';
import { useJustShown } from './use-just-shown.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import classes from '#features/money/payments/shared/counter.module.css';
import { channels, counterChannels, type CounterChannel } from '#features/money/ledger/channels.ts';

interface TillFormProps {
  family: FamilyDues;
  allocation: ReturnType<typeof useAllocation>;
  amount: RefObject<HTMLInputElement | null>;
  currency: string;
  today: string;
  canBackdate: boolean;
  errors: Record<string, string>;
  busy: boolean;
  /** Sends the fields of the form. */
  onTake: (fields: Record<string, string>) => void;
}

/** Amount, channel and reference; Enter takes the payment. */
export function TillForm({
  family,
  allocation,
  amount,
  currency,
  today,
  canBackdate,
  errors,
  busy,
  onTake,
}: TillFormProps) {
  const { sums } = allocation;
  const justShown = useJustShown(family);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && !justShown.isNow())
      onTake(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  };
  const problem = errors['shares'] ?? errors['open'] ?? errors['form'] ?? errors['day_id'];
  return (
    <div className={classes.till}>
      <Card title="Payment" tour="counter-till">
        <FormErrors value={errors}>
          <form className={classes.form} onSubmit={submit} onInput={justShown.end}>
            {problem && (
              <p role="alert" className={classes.error}>
                {problem}
              </p>
            )}
            <div>
              <label htmlFor="till-amount">Amount</label>
              <AmountInput
                ref={amount}
                id="till-amount"
                className={classes.big}
                aria-keyshortcuts="Alt+A Alt+D"
                required
                value={allocation.amount}
                onChange={allocation.setAmount}
                onKeyDown={(event) => {
                  if (!event.altKey || !['a', 'd'].includes(event.key.toLowerCase())) return;
                  event.preventDefault();
                  allocation.setAmount(event.key.toLowerCase() === 'a' ? sums.all : sums.due);
                }}
              />
            </div>
            <div className={classes.keys}>
              <Button small onClick={() => allocation.setAmount(sums.all)} title="Alt+A">
                All {money(sums.all, currency)}
              </Button>
              <Button small onClick={() => allocation.setAmount(sums.due)} title="Alt+D">
                Due now {money(sums.due, currency)}
              </Button>
              {allocation.isChanged && (
                <Button small tone="plain" onClick={allocation.oldestFirst}>
                  Oldest first
                </Button>
              )}
            </div>
            <LeftOver family={family} allocation={allocation} currency={currency} />
            <ChannelFields />
            <TextField
              name="payer_name"
              label="Payer"
              optional
              maxLength={150}
              list="till-payers"
              autoComplete="off"
              defaultValue={family.payers.find(({ paysFees }) => paysFees)?.name ?? ''}
            />
            <datalist id="till-payers">
              {family.payers.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </datalist>
            <TextField
              name="payer_contact"
              label="Phone or e-mail"
              optional
              maxLength={200}
              autoComplete="off"
              help="Where the receipt can be sent."
            />
            {canBackdate && (
              <DatePickerField name="day" label="Payment date" optional max={today} help="Today, if left empty." />
            )}
            <Button type="submit" tone="primary" loading={busy}>
              Take payment
            </Button>
            <Secondary>Enter takes the payment. Alt+A fills in all, Alt+D what is due now.</Secondary>
          </form>
        </FormErrors>
      </Card>
    </div>
  );
}

interface LeftOverProps {
  family: FamilyDues;
  allocation: ReturnType<typeof useAllocation>;
  currency: string;
}

/** What is paid above the invoices, and whose credit it becomes. */
function LeftOver({ family, allocation: { rest, creditTo, setCreditTo }, currency }: LeftOverProps) {
  if (rest <= 0) return null;
  return (
    <div className={classes.rest}>
      <span>
        <Money minor={rest} currency={currency} /> is left over and becomes credit
        {family.children.length === 1 && '.'}
      </span>
      {family.children.length > 1 && (
        <select
          className={classes.control}
          aria-label="Credit for"
          value={creditTo}
          onChange={(event) => setCreditTo(Number(event.target.value))}
        >
          {family.children.map((child) => (
            <option key={child.id} value={child.id}>
              of {child.firstName} {child.surname}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** How the money came, and what identifies it. */
function ChannelFields() {
  const [channel, setChannel] = useState<CounterChannel>('cash');
  return (
    <>
      <fieldset className={classes.channels}>
        <legend>Method</legend>
        {counterChannels.map((one) => (
          <label key={one}>
            <input type="radio" name="channel" value={one} checked={channel === one} onChange={() => setChannel(one)} />
            {channels[one]}
          </label>
        ))}
      </fieldset>
      {channel !== 'cash' && (
        <TextField
          name="reference"
          label={channel === 'cheque' ? 'Cheque number' : channel === 'pos' ? 'Slip number' : 'Reference'}
          optional={channel === 'pos'}
          maxLength={100}
          autoComplete="off"
        />
      )}
      {channel === 'cheque' && (
        <>
          <TextField name="cheque_bank" label="Bank" maxLength={80} />
          <DatePickerField name="cheque_date" label="Date of the cheque" optional />
        </>
      )}
    </>
  );
}
