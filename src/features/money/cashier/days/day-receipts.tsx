import { Link } from '#ui/link.tsx';
import { Card } from '#ui/records/card.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { DayRecord } from './day.queries.ts';
import { PaymentStatusBadge } from '#features/money/payments/shared/payment-status.tsx';
import classes from '#features/money/payments/shared/counter.module.css';

/** The payments of a day, the latest first. */
export function DayReceipts({ day }: { day: DayRecord }) {
  const { href } = useAddress();
  return (
    <Card title="Payments" flush>
      <div className={classes.child}>
        {day.receipts.length === 0 ? (
          <Secondary>{day.closedAt === null ? 'None yet.' : 'No payments on this day.'}</Secondary>
        ) : (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Receipt</th>
                <th scope="col">For</th>
                <th scope="col" className={classes.due}>
                  Channel
                </th>
                <th scope="col" className={classes.number}>
                  {!day.isBlind && 'Amount'}
                </th>
              </tr>
            </thead>
            <tbody>
              {day.receipts.map((receipt) => (
                <tr key={receipt.id}>
                  <td>
                    <Link href={href(`/payment_records/${receipt.id}`)}>
                      {receipt.number === null ? `Payment ${receipt.id}` : receiptNumber(receipt.number)}
                    </Link>{' '}
                    {receipt.status !== 'successful' && <PaymentStatusBadge status={receipt.status} />}
                  </td>
                  <td>{receipt.names ?? 'Unidentified'}</td>
                  <td className={classes.due}>{channels[receipt.channel]}</td>
                  <td className={classes.number}>
                    {receipt.amount !== null && <Money minor={receipt.amount} currency={day.currency} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {day.isMore && (
          <p>
            <Secondary>Showing the latest 200. The day sheet has all of them.</Secondary>
          </p>
        )}
      </div>
    </Card>
  );
}
