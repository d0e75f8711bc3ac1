import { useEffect, useContext, useState } from 'react';
import { PrimaryButton } from '#ui/button.tsx';
import { phoneText, money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary, DateTimeText } from '#ui/text.tsx';
import { remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { replyThreadPage } from '../contact.pages.ts';
import { waysIn, incomingKinds } from './incoming-kinds.ts';
import classes from './replies.module.css';
import { eventLabel } from '#kernel/messages/event-labels.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { segmentsOf } from '#kernel/messages/segments.ts';
import { Shortage } from '#features/records/sending/shared/shortage.tsx';
import { SmsCounter } from '#features/records/sending/shared/sms-counter.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { FormErrors } from '#ui/forms/field.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import type { AnswerCost, ThreadEntry as Entry } from './write-back.ts';

/** What went to and came from a person, with room for an answer. */
export default function ReplyThreadPage(thread: PropsOf<typeof replyThreadPage>) {
  const { id, institutionId, channel, people, address, entries, isMore, isBlocked, isErased, canAnswer, cost } = thread;
  const { record } = thread;
  const { href } = useAddress();
  const latest = entries.findLast(({ way }) => way === 'in')?.id ?? id;
  useEffect(() => {
    // Whether it worked is seen in the list.
    remote('post', `/replies/${latest}/read`).catch(() => {});
  }, [latest]);
  return (
    <>
      <PageHeader
        title={people ?? phoneText(address) ?? 'Unknown number'}
        breadcrumbs={[{ label: 'Replies', href: href('/replies') }]}
        description={[waysIn[channel], people && phoneText(address)].filter(Boolean).join(' · ')}
        action={
          canAnswer && (
            <PrimaryButton onClick={() => document.getElementsByName('text')[0]?.focus()}>Answer</PrimaryButton>
          )
        }
        more={[
          record !== null && { label: 'Open record', href: href(record) },
          { label: 'Mark as unread', onSelect: () => void post(`/replies/${latest}/unread`) },
        ]}
      />
      <div className={classes.thread}>
        <Card flush>
          <ListEnd
            shown={entries.length}
            of="latest messages"
            isMore={isMore}
            next="Older ones are on the person’s record."
          />
          <ol className={classes.entries}>
            {entries.map((entry) => (
              <ThreadEntry key={`${entry.way}${entry.id}`} entry={entry} institutionId={institutionId} />
            ))}
          </ol>
        </Card>
        {entries.some((entry) => entry.way === 'in' && entry.isUnverified) && (
          <Secondary>
            “Not verified”: the provider doesn’t sign incoming messages, so someone else could have written it. Call the
            person before you act on it.
          </Secondary>
        )}
        {canAnswer && cost ? (
          <Card title="Answer">
            <AnswerForm key={entries.at(-1)?.id} id={id} channel={channel} cost={cost} />
          </Card>
        ) : (
          <Secondary>
            {isErased
              ? 'The person has been erased.'
              : isBlocked
                ? 'This number is blocked, so nothing is sent to it.'
                : 'You can no longer write to this person: the student is in none of your classes.'}
          </Secondary>
        )}
      </div>
    </>
  );
}

/** One message of a thread: theirs on the left, ours on the right. */
function ThreadEntry({ entry, institutionId }: { entry: Entry; institutionId: number }) {
  const when = <DateTimeText value={entry.at} institutionId={institutionId} />;
  if (entry.way === 'in')
    return (
      <li className={classes.entry}>
        <p className={classes.bubble}>{entry.text}</p>
        <p className={classes.meta}>
          {when}
          {entry.kind !== 'reply' && <span>{incomingKinds[entry.kind]}</span>}
          {entry.isUnverified && <span>Not verified</span>}
        </p>
      </li>
    );
  const { label, tone } = outboxStates[entry.state];
  return (
    <li className={cx(classes.entry, classes.out)}>
      {entry.text === null ? (
        <p className={cx(classes.bubble, classes.hidden)}>
          You can’t read this text. It contains a sign-in code or restricted data.
        </p>
      ) : (
        <p className={classes.bubble}>{entry.text}</p>
      )}
      <p className={classes.meta}>
        <span>{entry.author ?? eventLabel(entry.event)}</span>
        {when}
        <Badge tone={tone}>{label}</Badge>
        {entry.failure && <span className="problem">{entry.failure}</span>}
      </p>
    </li>
  );
}

interface AnswerFormProps {
  id: number;
  channel: 'sms' | 'whatsapp';
  cost: AnswerCost;
}

/** An answer, with its parts and what it costs while it is written. */
function AnswerForm({ id, channel, cost }: AnswerFormProps) {
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
  if (!isSent) return <p>No provider is on for this channel: the answer stays in the outbox and isn’t sent.</p>;
  const isOver = left !== null && price !== null && price > left;
  if (isOver)
    return (
      <Shortage
        words={`This costs ${money(price, currency)}, and ${money(left, currency)} is left of the balance or the budget.`}
        mayOverspend={mayOverspend}
      />
    );
  // It was less when the page was opened, and the summary above says so.
  return refused && mayOverspend ? <Shortage words={refused} mayOverspend /> : null;
}
