import { useState } from 'react';
import { channelWords } from '#kernel/messages/channels.ts';
import { Card } from '#ui/records/card.tsx';
import { exportItems } from '#ui/lists/export-items.ts';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState, NothingMatches } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { useMoreRows } from '#ui/lists/use-more-rows.ts';
import type { PropsOf } from '#web/page.ts';
import type { outboxPage } from './delivery.routes.ts';
import { eventWord, knownEvents } from '#kernel/messages/event-words.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { Button } from '#ui/button.tsx';
import classes from './audit-log.module.css';
import { phoneText } from '#ui/format.ts';
import { Badge } from '#ui/badge.tsx';
import { IconMail, IconPhone } from '#ui/icons.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { OutboxRow } from './outbox.list.ts';

const optionsFrom = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const stateOptions = [
  { value: 'problems', label: 'Needs attention' },
  ...Object.entries(outboxStates).map(([value, { label }]) => ({ value, label })),
];

export default function OutboxPage({ rows, next, filter, isFiltered, can }: PropsOf<typeof outboxPage>) {
  const address = useAddress();
  const list = useMoreRows({ rows, next });
  const { q, channel, state, event, network, message, from, to } = filter;
  const events = [...new Set([...knownEvents, ...(event ? [event] : [])])];
  const chosen = (value: string | number | undefined) =>
    value === undefined ? [] : [{ value: String(value), label: String(value) }];
  return (
    <>
      <PageHeader
        title="Outbox"
        description="Everything that leaves the product. Opening a message is recorded in the audit log."
        more={[
          ...exportItems((format) => address.href(`/outbox/export.${format}`, filter)),
          can.setUp && { label: 'Webhook secrets', href: address.href('/outbox/webhook-secrets') },
        ]}
      />
      <div className={classes.filters}>
        <FilterBar
          search={{ value: q, label: 'Search recipients', placeholder: 'Phone number or e-mail' }}
          filters={[
            { key: 'state', label: 'Status', value: state, pinned: true, options: stateOptions },
            { key: 'channel', label: 'Channel', value: channel, pinned: true, options: optionsFrom(channelWords) },
            {
              key: 'event',
              label: 'For',
              value: event,
              options: events.map((value) => ({ value, label: eventWord(value) })),
            },
            { key: 'from', label: 'Dates', type: 'dates', value: from, end: { key: 'to', value: to }, pinned: true },
            ...(network ? [{ key: 'network', label: 'Network', value: network, options: chosen(network) }] : []),
            ...(message
              ? [{ key: 'message', label: 'Message', value: String(message), options: chosen(message) }]
              : []),
          ]}
        />
      </div>
      {list.rows.length === 0 ? (
        isFiltered ? (
          <NothingMatches drop={{ label: 'Remove all filters', href: address.href('/outbox') }} />
        ) : (
          <EmptyState title="No messages">Invitations, receipts and other messages appear here.</EmptyState>
        )
      ) : (
        <Card flush>
          <ul className={classes.outbox} data-tour="outbox-messages">
            {list.rows.map((row) => (
              <Message key={row.id} row={row} />
            ))}
          </ul>
        </Card>
      )}
      {list.more && (
        <Button onClick={list.more} loading={list.loading}>
          Load more
        </Button>
      )}
    </>
  );
}

/** A message, whose text is loaded when it is opened. */
function Message({ row }: { row: OutboxRow }) {
  const { send, busy, message } = useRemote<{ body: string }>();
  const [body, setBody] = useState<string | null>(null);
  const open = async () => {
    const answer = await send('post', `/outbox/${row.id}/read`);
    if (answer) setBody(answer.json.body);
  };
  const Icon = row.channel === 'email' ? IconMail : IconPhone;
  return (
    <li>
      <div className={classes.line}>
        <Icon />
        <div>
          <strong>{phoneText(row.recipient) ?? 'Recipient hidden'}</strong>{' '}
          <Badge tone={outboxStates[row.state].tone}>{outboxStates[row.state].label}</Badge>
          <div className="ink-3">
            {row.subject ?? eventWord(row.event)}
            {' · '}
            <DateTimeText value={row.createdAt} />
            {row.failure && ` · ${row.failure}`}
          </div>
        </div>
        {body === null && (
          <Button small loading={busy} onClick={() => void open()}>
            Open
          </Button>
        )}
      </div>
      {message && <p role="alert">{message}</p>}
      {body !== null && <p className={classes.message}>{body}</p>}
    </li>
  );
}
