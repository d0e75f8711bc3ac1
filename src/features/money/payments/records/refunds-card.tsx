import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import type { PaymentRecord } from './payment-record.queries.ts';
import classes from '../shared/counter.module.css';

/** Refunds of a payment, and the hand-over of those that are still payable. */
export function RefundsCard({ payment }: { payment: PaymentRecord }) {
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
              { value: 'cash', label: 'Cash, from my open day' },
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
