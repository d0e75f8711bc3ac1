import { useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import { phoneText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { replyThreadPage } from '../contact.pages.ts';
import { waysIn } from './incoming-kinds.ts';
import { AnswerForm } from './answer-form.tsx';
import { ThreadEntry } from './thread-entry.tsx';
import classes from './replies.module.css';

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
            <Button tone="primary" onClick={() => document.getElementsByName('text')[0]?.focus()}>
              Answer
            </Button>
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
            next="The record of the person has the older ones."
          />
          <ol className={classes.entries}>
            {entries.map((entry) => (
              <ThreadEntry key={`${entry.way}${entry.id}`} entry={entry} institutionId={institutionId} />
            ))}
          </ol>
        </Card>
        {entries.some((entry) => entry.way === 'in' && entry.isUnverified) && (
          <Secondary>
            “Not verified”: the provider does not sign what it brings, so somebody else could have written it. Call the
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
