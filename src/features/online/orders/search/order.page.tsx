import { useState, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { phoneText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateTimeText, Money, DateText } from '#ui/text.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import type { PropsOf } from '#web/page.ts';
import { orderKinds, orderNumber, orderProblems } from '../orders.ts';
import { OrderBadge } from './order-badge.tsx';
import type { orderRecordPage } from '../orders.pages.ts';
import classes from '../shared/sell.module.css';
import { pinStatuses, serialText } from '#features/money/pins/pins.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { paymentStatuses, receiptNumber } from '#features/money/payments/payments.ts';
import type { OrderRecord } from './order-record.queries.ts';

/** One order: its buyer, payments, pins and entries, and what may still be done. */
export default function OrderPage({ order }: PropsOf<typeof orderRecordPage>) {
  const { href } = useAddress();
  const [isRefunding, setRefunding] = useState(false);
  const { institutionId, currency, can } = order;
  const name = orderNumber(order.number);
  const what = order.pinName ?? orderKinds[order.kind];
  const time = (value: string | null) => value && <DateTimeText value={value} institutionId={institutionId} />;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumbs={[{ label: 'Pin transactions', href: href('/pin_transactions') }]}
        badge={<OrderBadge {...order} />}
        action={
          <>
            {can.refund && <Button onClick={() => setRefunding(true)}>Refund</Button>}
            {can.slip && <LinkButton href={href('/pin-sales/new')}>Next sale</LinkButton>}
            {can.slip && (
              <Button tone="primary" autoFocus onClick={() => openByPost(`/pin-sales/${order.id}/slip`)}>
                {order.slipPrintedAt ? 'Print slip again' : 'Print slip'}
              </Button>
            )}
          </>
        }
      />
      <div className={classes.record}>
        <Card title="Order">
          <DescriptionList
            columns={2}
            items={[
              ['For', order.quantity > 1 ? `${order.quantity} × ${what}` : what],
              ['Amount', <Money key="amount" minor={order.amount} currency={currency} />],
              ['Buyer', order.buyer],
              ['E-mail', order.email],
              ['Phone', phoneText(order.phone)],
              ['Ordered', time(order.createdAt)],
              order.status === 'created' ? ['Expires', time(order.expiresAt)] : ['Fulfilled', time(order.fulfilledAt)],
              ['Sold by', [order.soldBy, order.seller].filter(Boolean).join(' for ') || 'Online'],
              ...(order.problem ? [fact('Problem', orderProblems[order.problem])] : []),
              ...(order.slipPrintedAt ? [fact('Slip printed', time(order.slipPrintedAt))] : []),
              ...(can.openApplication
                ? [
                    fact(
                      'Application',
                      <Link href={href(`/applications/${order.applicationId}`)}>Open application</Link>,
                    ),
                  ]
                : []),
            ]}
          />
        </Card>
        <OrderPins order={order} />
        <OrderPayments order={order} />
        <OrderEntries order={order} />
      </div>
      <Dialog open={isRefunding} onClose={() => setRefunding(false)} title={`Refund ${name}`}>
        <EditForm
          action={`/pin_transactions/${order.id}/refund`}
          submit="Request refund"
          guard={false}
          onSuccess={() => setRefunding(false)}
        >
          <p>
            Once a second person approves, the pins are void and <Money minor={order.amount} currency={currency} /> can
            be handed back to the buyer.
          </p>
          <TextField name="reason" label="Reason" maxLength={300} />
        </EditForm>
      </Dialog>
    </>
  );
}

const fact = (label: string, value: ReactNode): [string, ReactNode] => [label, value];

/** Pins by their serial numbers; nobody in the office reads more of them. */
function OrderPins({ order }: { order: OrderRecord }) {
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
function OrderPayments({ order }: { order: OrderRecord }) {
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
function OrderEntries({ order }: { order: OrderRecord }) {
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
