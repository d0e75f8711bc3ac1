import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Card } from '#ui/records/card.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { money } from '#ui/format.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { DayRecord, DayDifference } from './approve-day.ts';
import { differenceFates, explanations } from '../differences/difference-labels.ts';
import classes from '#features/money/payments/shared/counter.module.css';

const options = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Accepts a closed day. Each difference is posted, or kept open in the cashier's name. */
export function ApproveCard({ day }: { day: DayRecord }) {
  const wrong = day.channels.flatMap(({ channel, expected, counted }) =>
    counted === null || expected === null || counted === expected ? [] : [{ channel, amount: counted - expected }],
  );
  return (
    <Card title="Approve">
      <EditForm action={`/cashier-days/${day.id}/approve`} submit="Approve session">
        {wrong.map(({ channel, amount }) => (
          <SelectField
            key={channel}
            name={channel}
            label={`${channels[channel]} ${amount < 0 ? 'short' : 'over'} by ${money(Math.abs(amount), day.currency)}`}
            placeholder={null}
            defaultValue="open"
            options={options(differenceFates)}
            help={`Open differences stay in the name of ${day.cashier} until someone else explains them.`}
          />
        ))}
        <TextareaField
          name="remark"
          label="Remark"
          optional
          rows={2}
          maxLength={500}
          help={wrong.length === 0 ? 'All channels match.' : 'Required if a difference is posted.'}
        />
      </EditForm>
    </Card>
  );
}

/** The differences of an approved day, with what explains them. */
export function DifferencesCard({ day }: { day: DayRecord }) {
  const [open, setOpen] = useState<DayDifference | null>(null);
  return (
    <Card title="Differences" flush>
      {day.differences.map((difference) => (
        <div key={difference.id} className={classes.child}>
          <header>
            <span>
              {channels[difference.channel]} <Money minor={difference.amount} currency={day.currency} />{' '}
              <Explanation difference={difference} cashier={day.cashier} />
            </span>
            {difference.how === null && day.can.explain && (
              <Button small onClick={() => setOpen(difference)}>
                Explain
              </Button>
            )}
          </header>
        </div>
      ))}
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open ? `Explain ${channels[open.channel]} ${money(open.amount, day.currency)}` : ''}
      >
        {open && <ExplainForm difference={open} onDone={() => setOpen(null)} />}
      </Dialog>
    </Card>
  );
}

function Explanation({ difference, cashier }: { difference: DayDifference; cashier: string }) {
  const { href } = useAddress();
  const { how, reason, explainedBy, paymentId, receipt } = difference;
  if (how === null) return <Secondary>Open, in the name of {cashier}</Secondary>;
  return (
    <Secondary>
      {how === 'posted' ? 'Posted to Cash differences' : 'Explained by '}
      {paymentId !== null && (
        <Link href={href(`/payment_records/${paymentId}`)}>
          {receipt === null ? `payment ${paymentId}` : receiptNumber(receipt)}
        </Link>
      )}{' '}
      by {explainedBy}: {reason}
    </Secondary>
  );
}

function ExplainForm({ difference: { id, amount }, onDone }: { difference: DayDifference; onDone: () => void }) {
  const [how, setHow] = useState('posted');
  return (
    <EditForm action={`/cashier-differences/${id}/explain`} submit="Explain" guard={false} onSuccess={onDone}>
      <SelectField
        name="how"
        label="Explanation"
        placeholder={null}
        options={options(explanations)}
        value={how}
        onChange={(event) => setHow(event.target.value)}
      />
      {how === 'payment' && (
        <TextField
          name="receipt"
          label="Receipt"
          maxLength={40}
          placeholder="RCT-000123"
          help={
            amount > 0
              ? 'The payment that was recorded after the count.'
              : 'The payment of this session that was reversed after the count.'
          }
        />
      )}
      <TextareaField name="reason" label="Reason" rows={2} maxLength={500} />
    </EditForm>
  );
}
