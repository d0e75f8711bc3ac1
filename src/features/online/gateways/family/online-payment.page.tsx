import classes from '../shared/fees.module.css';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText, Money, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { TestNotice } from './test-notice.tsx';
import type { onlinePaymentPage } from '../gateways.pages.ts';
import { router } from '@inertiajs/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import { Button, PrimaryLink } from '#ui/button.tsx';
import { money } from '#ui/format.ts';
import { post } from '#ui/post.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { OnlinePaymentView } from './my-fees.queries.ts';

/** Where payers come back to: what is known about the payment, which changes while they look. */
export default function OnlinePaymentPage({ payment }: PropsOf<typeof onlinePaymentPage>) {
  const address = useAddress();
  const problem = useOnlinePayment(payment);
  const { currency } = payment;
  return (
    <>
      <PageHeader title="Payment" breadcrumbs={[{ label: 'My fees', href: address.href('/my-fees') }]} />
      <div className={classes.result}>
        {payment.isTest && <TestNotice />}
        <PaymentState payment={payment} problem={problem} />
        <Card title={payment.school}>
          <ul className={classes.items}>
            {payment.items.map((item, at) => (
              <li key={at}>
                <span>
                  {item.student}: {item.title}
                </span>
                <span className={classes.amount}>
                  <Money minor={item.amount} currency={currency} />
                </span>
              </li>
            ))}
          </ul>
          <p className={classes.total}>
            <span>Total</span>
            <strong>
              <Money minor={payment.amount} currency={currency} />
            </strong>
          </p>
          <Secondary>
            {payment.provider} · {payment.reference} ·{' '}
            <DateTimeText value={payment.startedAt} institutionId={payment.institutionId} />
          </Secondary>
        </Card>
      </div>
    </>
  );
}

/** Seconds between the questions whether the money is there. */
const pauses = [1, 3, 4, 5, 8, 10, 15, 20, 30];

/** Opens the provider's page for a new payment, and asks about one that is open until it is decided. */
function useOnlinePayment({ id, status }: OnlinePaymentView) {
  const [problem, setProblem] = useState<string | null>(null);
  const started = useRef(false);

  useEffect(() => {
    if (status !== 'recorded' || started.current) return;
    started.current = true;
    remote<{ page: string | null; problem: string | null }>('post', `/online-payments/${id}/start`)
      .then(({ json }) => {
        if (json.page) location.assign(json.page);
        else if (json.problem) setProblem(json.problem);
        else router.reload();
      })
      .catch((error: unknown) => setProblem(explain(error).message));
  }, [id, status]);

  useEffect(() => {
    if (status !== 'open' && status !== 'starting') return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = (turn: number) => {
      timer = setTimeout(
        () => {
          remote<{ status: string }>(
            'post',
            `/online-payments/${id}/check`,
            {},
            { signal: abort.signal, isQuestion: true },
          )
            .then(({ json }) => {
              if (json.status === status) return ask(turn + 1);
              return router.reload();
            })
            // No connection at the moment: asked again later.
            .catch(() => !abort.signal.aborted && ask(turn + 1));
        },
        pauses[Math.min(turn, pauses.length - 1)]! * 1000,
      );
    };
    ask(0);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [id, status]);

  return problem;
}

/** Says truly what is known, and what one can do. */
function PaymentState({ payment, problem }: { payment: OnlinePaymentView; problem: string | null }) {
  const { href } = useAddress();
  const back = <PrimaryLink href={href('/my-fees')}>Back to my fees</PrimaryLink>;
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
        text: `${provider} says that the payment didn’t succeed. If your bank shows a debit anyway, we’ll credit it as soon as ${provider} confirms it.`,
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
          ? `${provider} has no payment yet. If you have paid, leave this page open or come back later: it checks automatically. If you left before paying, try again.`
          : 'This page checks automatically and shows when the money arrives. You can also close it; nothing is lost.',
        // Trying again could pay twice.
        actions: isUnpaid ? both : back,
      };
    }
  }
}
