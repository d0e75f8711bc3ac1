import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText, Money, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { PaymentState } from './payment-state.tsx';
import { TestNotice } from './test-notice.tsx';
import { useOnlinePayment } from './use-online-payment.ts';
import type { onlinePaymentPage } from '../gateways.pages.ts';
import classes from '../shared/fees.module.css';

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
