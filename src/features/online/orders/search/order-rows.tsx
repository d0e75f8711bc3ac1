import { Link } from '#ui/link.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { DateText, DateTimeText, Money } from '#ui/text.tsx';
import { pinStatuses, serialText } from '#features/money/pins/pins.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses, receiptNumber } from '#features/money/payments/payments.ts';
import type { OrderRecord } from './order-record.queries.ts';
import classes from '../shared/sell.module.css';

/** Pins by their serial numbers; nobody in the office reads more of them. */
export function OrderPins({ order }: { order: OrderRecord }) {
  const { href } = useAddress();
  if (order.pins.length === 0) return null;
  return (
    <Card title="Pins" flush>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">Serial number</th>
            <th scope="col">Pin</th>
            <th scope="col">Status</th>
            <th scope="col">Used</th>
          </tr>
        </thead>
        <tbody>
          {order.pins.map(({ id, serial, status, lastFour, usedAt }) => (
            <tr key={serial}>
              <td>
                {order.can.openPins ? <Link href={href(`/pins/${id}`)}>{serialText(serial)}</Link> : serialText(serial)}
              </td>
              <td>•••• {lastFour}</td>
              <td>{pinStatuses[status]}</td>
              <td>{usedAt && <DateTimeText value={usedAt} institutionId={order.institutionId} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Payments of the order: the one that paid it, and attempts. */
export function OrderPayments({ order }: { order: OrderRecord }) {
  const { href } = useAddress();
  if (order.payments.length === 0) return null;
  return (
    <Card title="Payments" flush>
      <table className={classes.rows}>
        <tbody>
          {order.payments.map((payment) => {
            const name = payment.receipt === null ? `Payment ${payment.id}` : receiptNumber(payment.receipt);
            return (
              <tr key={payment.id}>
                <td>
                  {order.can.openPayments ? <Link href={href(`/payment_records/${payment.id}`)}>{name}</Link> : name}
                </td>
                <td>
                  <DateText value={payment.day} />
                </td>
                <td>{channels[payment.channel]}</td>
                <td>{paymentStatuses[payment.status]}</td>
                <td className={classes.number}>
                  <Money minor={payment.amount} currency={order.currency} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

/** How the order stands in the books. */
export function OrderEntries({ order }: { order: OrderRecord }) {
  const { href } = useAddress();
  if (order.entries.length === 0) return null;
  return (
    <Card title="Ledger entries" flush>
      <table className={classes.rows}>
        <tbody>
          {order.entries.map(({ id, day, description }) => (
            <tr key={id}>
              <td>
                <DateText value={day} />
              </td>
              <td>
                {order.can.openEntries ? <Link href={href(`/ledger/entries/${id}`)}>{description}</Link> : description}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
