import { useContext, useState } from 'react';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { Shortage } from '#features/records/sending/shared/shortage.tsx';
import { SmsCounter } from '#features/records/sending/shared/sms-counter.tsx';
import { money } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { Secondary } from '#ui/text.tsx';
import type { AnswerCost } from './answer-cost.ts';
import { waysIn } from './incoming-kinds.ts';

interface AnswerFormProps {
  id: number;
  channel: 'sms' | 'whatsapp';
  cost: AnswerCost;
}

/** An answer, with its parts and what it costs while it is written. */
export function AnswerForm({ id, channel, cost }: AnswerFormProps) {
  const [text, setText] = useState('');
  const isSms = channel === 'sms';
  const price = cost.unit === null ? null : cost.unit * (isSms ? segmentsOf(text.trim()).parts : 1);
  const costs = text.trim() === '' ? '' : price === null ? 'Not priced' : `Cost: ${money(price, cost.currency)}`;
  return (
    <EditForm action={`/replies/${id}/answer`} submit="Send answer" onSuccess={() => setText('')}>
      <TextareaField
        name="text"
        label="Text"
        rows={3}
        maxLength={480}
        value={text}
        help={`By ${waysIn[channel]}.`}
        onChange={(event) => setText(event.target.value)}
      />
      {isSms ? (
        <SmsCounter body={text.trim()} onChange={setText}>
          {costs && ` · ${costs}`}
        </SmsCounter>
      ) : (
        <span role="status">
          <Secondary>{costs}</Secondary>
        </span>
      )}
      <Obstacle cost={cost} price={text.trim() === '' || !cost.isSent ? null : price} />
    </EditForm>
  );
}

/** Why it can't be sent as it is, and what users who may overspend tick to send it all the same. */
function Obstacle({
  cost: { left, currency, mayOverspend, isForeign, isSent },
  price,
}: Pick<AnswerFormProps, 'cost'> & { price: number | null }) {
  const refused = useContext(FormErrors)['price'];
  if (isForeign) return <p>No price is entered for the country of this number, so nothing is sent to it.</p>;
  if (!isSent) return <p>No provider is on for this channel: the answer stays in the outbox and reaches nobody.</p>;
  const isOver = left !== null && price !== null && price > left;
  if (isOver)
    return (
      <Shortage
        words={`This costs ${money(price, currency)}, and ${money(left, currency)} are left of the balance or the budget.`}
        mayOverspend={mayOverspend}
      />
    );
  // It was less when the page was opened, and the summary above says so.
  return refused && mayOverspend ? <Shortage words={refused} mayOverspend /> : null;
}
