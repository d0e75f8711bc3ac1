import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { money } from '#ui/format.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { testGatewayPage } from '../gateways.pages.ts';
import classes from '../shared/fees.module.css';

const choices = [
  { outcome: 'pay', label: 'Pay' },
  { outcome: 'late', label: 'Pay late', help: 'The bank confirms after a minute, without a message.' },
  { outcome: 'fail', label: 'Fail' },
  { outcome: 'abandon', label: 'Abandon' },
] as const;

/** The page of the test gateway, in place of a provider's. */
export default function TestGatewayPage(payment: PropsOf<typeof testGatewayPage>) {
  const { reference, amount, currency, outcome, returnTo } = payment;
  const { send, busy, message, errors } = useRemote<{ returnTo: string }>();
  const [chosen, setChosen] = useState('');
  const choose = async (name: string, other?: string) => {
    setChosen(name);
    const answer = await send('post', `/test-gateway/${reference}`, { outcome: name, amount: other ?? '' });
    if (answer) location.assign(answer.json.returnTo);
  };
  return (
    <div className={classes.result}>
      <PageHeader title={`Pay ${money(amount, currency)}`} description={`Test gateway · ${reference}`} />
      <p className={classes.test}>
        <strong>Test mode.</strong> No money is taken. Choose how this payment ends.
      </p>
      {outcome === 'open' ? (
        <>
          <p className={classes.buttons}>
            {choices.map(({ outcome: name, label }) => (
              <Button
                key={name}
                tone={name === 'pay' ? 'primary' : undefined}
                loading={busy && chosen === name}
                onClick={() => void choose(name)}
              >
                {label}
              </Button>
            ))}
          </p>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void choose('other', String(new FormData(event.currentTarget).get('amount')));
            }}
          >
            <MoneyField
              name="amount"
              label="Another amount"
              currency={currency}
              defaultValue={Math.ceil(amount / 2)}
              error={errors['amount']}
            />
            <p className={classes.buttons}>
              <Button type="submit" loading={busy && chosen === 'other'}>
                Pay another amount
              </Button>
            </p>
          </form>
          {message && <p role="alert">{message}</p>}
        </>
      ) : (
        <>
          <p>This payment has been decided.</p>
          <p className={classes.buttons}>
            <LinkButton href={returnTo}>Back to the school</LinkButton>
          </p>
        </>
      )}
    </div>
  );
}
