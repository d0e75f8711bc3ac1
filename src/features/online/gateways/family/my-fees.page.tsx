import { Link } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { FamilyForm } from './family-form.tsx';
import type { myFeesPage } from '../gateways.pages.ts';
import { DateTimeText, Money, DateText, Secondary } from '#ui/text.tsx';
import classes from '../shared/fees.module.css';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses, receiptNumber } from '#features/money/payments/payments.ts';
import type { FamilyPayment } from './family-payments.queries.ts';

/** What a family owes, to be paid from a phone. */
export default function MyFeesPage({ institutions, waiting, payments, isCut }: PropsOf<typeof myFeesPage>) {
  const address = useAddress();
  if (institutions.length === 0)
    return (
      <>
        <PageHeader title="My fees" />
        <EmptyState title="No students linked">
          No student is linked to your account. If this is wrong, tell the school office.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title="My fees" />
      {waiting.length > 0 && (
        <ul className={classes.waiting} aria-label="Payments that are not decided yet">
          {waiting.map((payment) => (
            <li key={payment.id}>
              <Link href={address.href(`/online-payments/${payment.id}`)}>
                {payment.status === 'review' ? 'The school is reviewing' : 'We’re waiting for'} your payment of{' '}
                <Money minor={payment.amount} currency={payment.currency} />,{' '}
                <DateTimeText value={payment.startedAt} institutionId={payment.institutionId} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {institutions.map((institution) => (
        <section key={institution.id} className={classes.school}>
          {institutions.length > 1 && <h2>{institution.name}</h2>}
          <FamilyForm institution={institution} />
        </section>
      ))}
      <FamilyPayments payments={payments} isCut={isCut} />
    </>
  );
}

/** What the family has paid, latest first. */
function FamilyPayments({ payments, isCut }: { payments: FamilyPayment[]; isCut: boolean }) {
  if (payments.length === 0) return null;
  return (
    <div className={classes.school}>
      <Card title="Payments" flush>
        <ul className={classes.payments}>
          {payments.map((payment) => (
            <li key={`${payment.institutionId} ${payment.id}`}>
              <span>
                <DateText value={payment.day} /> · {channels[payment.channel]} · {payment.children}
              </span>
              <span className={classes.amount}>
                <Money minor={payment.amount} currency={payment.currency} />
              </span>
              <span className={classes.links}>
                {payment.receipt !== null &&
                  (payment.isWhole ? (
                    <a href={`/my-fees/payments/${payment.id}/receipt`} target="_blank" rel="noreferrer">
                      Receipt {receiptNumber(payment.receipt)}
                    </a>
                  ) : (
                    <Secondary>{receiptNumber(payment.receipt)}</Secondary>
                  ))}
                {payment.isTest && <Badge tone="gold">Test</Badge>}
                {payment.status !== 'successful' && <Badge tone="info">{paymentStatuses[payment.status]}</Badge>}
              </span>
            </li>
          ))}
        </ul>
        {isCut && (
          <p className={classes.note}>The latest {payments.length} payments. The statement of account has them all.</p>
        )}
      </Card>
    </div>
  );
}
