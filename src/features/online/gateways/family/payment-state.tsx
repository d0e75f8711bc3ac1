import type { ReactNode } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { post } from '#ui/post.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { OnlinePaymentView } from './online-payment.queries.ts';
import classes from '../shared/fees.module.css';

/** Says truly what is known, and what one can do. */
export function PaymentState({ payment, problem }: { payment: OnlinePaymentView; problem: string | null }) {
  const { href } = useAddress();
  const back = (
    <LinkButton tone="primary" href={href('/my-fees')}>
      Back to my fees
    </LinkButton>
  );
  const again = <Button onClick={() => post(`/online-payments/${payment.id}/again`)}>Try again</Button>;
  const { title, text, actions } = words(payment, problem, { back, again });
  return (
    <section className={classes.state} role="status" aria-live="polite">
      <h2>{title}</h2>
      <p>{text}</p>
      {actions && <p className={classes.buttons}>{actions}</p>}
    </section>
  );
}

interface Words {
  title: string;
  text: ReactNode;
  actions?: ReactNode;
}
type Actions = Record<'back' | 'again', ReactNode>;

function words(payment: OnlinePaymentView, problem: string | null, { back, again }: Actions): Words {
  const { status, said, provider, currency, amount, credited } = payment;
  const both = (
    <>
      {back}
      {again}
    </>
  );
  if (problem) return { title: 'The payment page didn’t open', text: problem, actions: both };
  switch (status) {
    case 'recorded':
      return { title: `Opening ${provider} …`, text: 'You’ll be taken to a secure page to pay.' };
    case 'paid':
      return {
        title: `${money(credited, currency)} received. Thank you.`,
        text: `Receipt ${payment.receipt === null ? '' : receiptNumber(payment.receipt)}${credited === amount ? '' : `. You started a payment of ${money(amount, currency)}`}.`,
        actions: (
          <>
            {back}
            <a href={`/my-fees/payments/${payment.paymentId}/receipt`} target="_blank" rel="noreferrer">
              Open receipt
            </a>
          </>
        ),
      };
    case 'failed':
      return {
        title: 'The payment failed',
        text: `${provider} says that the payment didn’t succeed. If your bank shows a debit all the same, we’ll credit it as soon as ${provider} confirms it.`,
        actions: both,
      };
    case 'abandoned':
      return {
        title: 'The payment wasn’t completed',
        text: `${provider} has received no money. If you have paid, we’ll credit it as soon as it arrives.`,
        actions: both,
      };
    case 'review':
      return {
        title: 'The school is reviewing this payment',
        text: `${provider} received something other than ${money(amount, currency)}. Nothing has been credited yet. The school will decide, and you’ll see it here. Don’t pay again.`,
        actions: back,
      };
    case 'handled':
      return {
        title: 'This payment wasn’t credited',
        text: 'The school has settled it with you in another way. If you have questions, ask the school office.',
        actions: back,
      };
    case 'starting':
    case 'open': {
      const isUnpaid = said === 'abandoned' || said === 'unknown';
      return {
        title: 'We’re waiting for your bank',
        text: isUnpaid
          ? `${provider} has no payment yet. If you have paid, leave this page open or come back later: it checks by itself. If you left before paying, try again.`
          : 'This page checks by itself and shows when the money arrives. You can also close it: nothing gets lost.',
        // Trying again could pay twice.
        actions: isUnpaid ? both : back,
      };
    }
  }
}
