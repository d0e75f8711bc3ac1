import { Link } from '#ui/link.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText, DateTimeText, Money, Secondary } from '#ui/text.tsx';
import { post } from '#ui/post.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import buttons from '#ui/button.module.css';
import { cx } from '#ui/cx.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '../payments.ts';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { openByPost } from '#web/client/open-by-post.ts';
import type { PropsOf } from '#web/page.ts';
import type { paymentRecordPage } from '../payments.pages.ts';
import { Corrections } from './corrections.tsx';
import { PaymentStatusBadge } from '../shared/payment-status.tsx';
import classes from '../shared/counter.module.css';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { PaymentRecord } from './receipts.ts';

/** One payment: what it paid, its entries, its history, and what may still be done with it. */
export default function PaymentRecordPage(payment: PropsOf<typeof paymentRecordPage>) {
  const { href } = useAddress();
  const { id, number, currency, institutionId, can } = payment;
  // What failed or was reversed pays nothing and leaves no credit.
  const stillCounts = !(['failed', 'abandoned', 'reversed'] as string[]).includes(payment.status);
  const title = number === null ? `Payment ${id}` : receiptNumber(number);
  const print = (paper: string) => openByPost(`/payments/${id}/receipt?paper=${paper}`);
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: 'Payment records', href: href('/payment_records') }, { label: title }]}
        badge={<PaymentStatusBadge status={payment.status} />}
        action={
          <>
            <Corrections payment={payment} />
            {can.print && (
              <Menu
                label="Receipt"
                trigger="Receipt"
                triggerClass={cx(buttons.button, buttons.primary)}
                items={[
                  { label: 'A4', onSelect: () => print('a4') },
                  { label: 'A5', onSelect: () => print('a5') },
                  { label: '80 mm roll', onSelect: () => print('roll') },
                  ...(can.send
                    ? [{ label: 'Send by e-mail or SMS', onSelect: () => post(`/payments/${id}/send`) }]
                    : []),
                ]}
              />
            )}
          </>
        }
      />
      <div className={classes.main}>
        <Card title="Payment">
          <DescriptionList
            columns={2}
            items={[
              ['Amount', <Money key="amount" minor={payment.amount} currency={currency} />],
              ['Day', <DateText key="day" value={payment.day} />],
              ['Channel', channels[payment.channel]],
              ['Reference', payment.reference],
              ...(payment.channel === 'cheque' ? [fact('Bank of the cheque', payment.chequeBank)] : []),
              ['Payer', payment.payer],
              ['Taken by', payment.cashier],
              ['Recorded', <DateTimeText key="at" value={String(payment.receivedAt)} institutionId={institutionId} />],
              ['Note', payment.note],
              ...(payment.endReason ? [fact('Reason', payment.endReason)] : []),
            ]}
          />
        </Card>
        <Card title={stillCounts ? 'Paid for' : 'For'} flush>
          {payment.orderId !== null && (
            <p className={classes.child}>
              {can.openOrder ? (
                <Link href={href(`/pin_transactions/${payment.orderId}`)}>{payment.note ?? 'Order'}</Link>
              ) : (
                (payment.note ?? 'Order')
              )}
            </p>
          )}
          {payment.shares.length === 0 && payment.orderId === null && (
            <p className={classes.child}>This payment hasn’t been identified yet. It’s in suspense.</p>
          )}
          {payment.shares.map((share) => (
            <div key={share.studentId} className={classes.child}>
              <header>
                <h3>
                  <Link href={href(`/students/${share.studentId}`)}>{share.name}</Link>{' '}
                  <Secondary>{share.admissionNumber}</Secondary>
                </h3>
                <Money minor={share.amount} currency={currency} />
              </header>
              <table className={classes.table}>
                <tbody>
                  {share.invoices.map((invoice) => (
                    <tr key={invoice.id}>
                      <td>
                        {can.openInvoices ? (
                          <Link href={href(`/invoices/${invoice.id}`)}>{named(invoice)}</Link>
                        ) : (
                          named(invoice)
                        )}
                      </td>
                      <td className={classes.number}>
                        <Money minor={invoice.amount} currency={currency} />
                      </td>
                    </tr>
                  ))}
                  {share.amount - share.allocated - share.refunded > 0 && stillCounts && (
                    <tr>
                      <td>{payment.status === 'pending' ? 'Not cleared yet' : 'Credit'}</td>
                      <td className={classes.number}>
                        <Money minor={share.amount - share.allocated - share.refunded} currency={currency} />
                      </td>
                    </tr>
                  )}
                </tbody>
              </table>
            </div>
          ))}
        </Card>
        <RefundsCard payment={payment} />
        <PaymentEntries payment={payment} />
      </div>
    </>
  );
}

const fact = (label: string, value: string | null): [string, string | null] => [label, value];

/** Refunds of a payment, and the hand-over of those that are still payable. */
function RefundsCard({ payment }: { payment: PaymentRecord }) {
  const [paying, setPaying] = useState<number | null>(null);
  if (payment.refunds.length === 0) return null;
  return (
    <Card title="Refunds" flush>
      {payment.refunds.map((refund) => (
        <div key={refund.id} className={classes.child}>
          <header>
            <span>
              <Money minor={refund.amount} currency={payment.currency} /> <Secondary>{refund.reason}</Secondary>
            </span>
            {refund.paidOn ? (
              <span>
                Handed over <DateText value={refund.paidOn} /> ({refund.channel}){' '}
                <Secondary>{refund.reference}</Secondary>
              </span>
            ) : (
              payment.can.payOut && (
                <Button small onClick={() => setPaying(refund.id)}>
                  Hand over
                </Button>
              )
            )}
          </header>
        </div>
      ))}
      <Dialog open={paying !== null} onClose={() => setPaying(null)} title="Hand over a refund">
        <EditForm action={`/refunds/${paying}/pay`} submit="Hand over" guard={false} onSuccess={() => setPaying(null)}>
          <SelectField
            name="channel"
            label="Channel"
            options={[
              { value: 'cash', label: 'Cash, from my open session' },
              { value: 'transfer', label: 'Transfer' },
              { value: 'cheque', label: 'Cheque' },
            ]}
          />
          <TextField name="reference" label="Reference" optional maxLength={100} help="Required unless it is cash." />
        </EditForm>
      </Dialog>
    </Card>
  );
}

/** The ledger entries of a payment, and who did what with it. */
function PaymentEntries({ payment }: { payment: PaymentRecord }) {
  const { href } = useAddress();
  return (
    <>
      <Card title="In the books" flush>
        {payment.entries.length === 0 && (
          <p className={classes.child}>
            {payment.status === 'pending' ? 'Nothing is posted yet.' : 'Nothing was posted.'}
          </p>
        )}
        {payment.entries.map((entry) => (
          <div key={entry.id} className={classes.child}>
            <header>
              <h3>
                {payment.can.openEntries ? (
                  <Link href={href(`/ledger/entries/${entry.id}`)}>{entry.description}</Link>
                ) : (
                  entry.description
                )}
              </h3>
              <DateText value={entry.day} />
            </header>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Account</th>
                  <th scope="col" className={classes.number}>
                    Debit
                  </th>
                  <th scope="col" className={classes.number}>
                    Credit
                  </th>
                </tr>
              </thead>
              <tbody>
                {entry.lines.map((line, at) => (
                  <tr key={at}>
                    <td>{line.name}</td>
                    <td className={classes.number}>
                      {line.amount > 0 && <Money minor={line.amount} currency={payment.currency} />}
                    </td>
                    <td className={classes.number}>
                      {line.amount < 0 && <Money minor={-line.amount} currency={payment.currency} />}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </Card>
      {payment.history.length > 0 && (
        <Card title="History" flush>
          {payment.history.map((act) => (
            <p key={act.id} className={classes.child}>
              {act.person} {act.summary}{' '}
              <Secondary>
                <DateTimeText value={act.at} institutionId={payment.institutionId} />
              </Secondary>
            </p>
          ))}
        </Card>
      )}
    </>
  );
}

const named = ({ title, number }: { title: string; number: number }) => `${title} ${invoiceNumber(number)}`;
