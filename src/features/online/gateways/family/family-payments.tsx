import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { channels, paymentStatuses, receiptNumber } from '#features/money/receivables/receivables.ts';
import type { FamilyPayment } from './family-payments.queries.ts';
import classes from '../shared/fees.module.css';

/** What the family has paid, latest first. */
export function FamilyPayments({ payments, isCut }: { payments: FamilyPayment[]; isCut: boolean }) {
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
