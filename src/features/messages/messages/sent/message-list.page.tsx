import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { shortCost } from '#features/records/sending/shared/cost-text.ts';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import { channelLabels } from '../compose/message-labels.ts';
import type { messageListPage } from '../messages.pages.ts';
import { messageStateTones, messageStateLabels } from './message-states.ts';
import type { MessageRow } from './messages.list.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** Messages that were written to many, latest first. */
export default function MessageListPage({ can, ...list }: PropsOf<typeof messageListPage>) {
  const { href } = useAddress();
  const currencyOf = useCurrency();
  const write = can.send && <PrimaryLink href={href('/messages/new')}>New message</PrimaryLink>;
  return (
    <ListPage
      {...list}
      name="messages"
      reportAs="messages"
      title="Messages"
      action={write}
      search={{ label: 'Search messages', placeholder: 'Text of the message' }}
      filters={[
        { key: 'state', label: 'Status', pinned: true, options: messageStateLabels },
        { key: 'channel', label: 'Channel', options: channelLabels },
      ]}
      rowHref={(row) => href(row.state === 'draft' && row.isOwn ? `/messages/${row.id}/edit` : `/messages/${row.id}`)}
      columns={columnsFor(currencyOf)}
      empty={
        <EmptyState title="No messages yet" action={write || undefined}>
          Write to guardians, students or employees by SMS, e-mail or a notice in the product.
        </EmptyState>
      }
    />
  );
}

const columnsFor = (currencyOf: (institutionId: number) => string): Column<MessageRow>[] => [
  {
    key: 'text',
    title: 'Message',
    primary: true,
    wraps: true,
    render: (row) =>
      clip(row.subject || row.body) || <Secondary>{row.needs ? 'Restricted text' : 'No text yet'}</Secondary>,
  },
  { key: 'channel', title: 'Channel', render: (row) => channelLabels[row.channel] },
  {
    key: 'when',
    title: 'When',
    card: 'line',
    render: (row) => (
      <DateTimeText value={(row.queuedAt ?? row.sendAt ?? row.createdAt)!} institutionId={row.institutionId} />
    ),
  },
  { key: 'author', title: 'By', wraps: true, render: (row) => row.author },
  figureColumn('recipients', 'Recipients', (row) => count(row.recipients)),
  figureColumn('arrived', 'Sent', (row) => count(row.arrived)),
  figureColumn('failed', 'Failed', (row) =>
    row.uncertain > 0 ? `${count(row.failed)} · ${count(row.uncertain)} uncertain` : count(row.failed),
  ),
  figureColumn('cost', 'Cost', (row) =>
    row.price + row.unpriced > 0 ? shortCost(row, currencyOf(row.institutionId)) : <Secondary>—</Secondary>,
  ),
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => (
      <Badge tone={messageStateTones[row.state]}>
        {row.repeats && row.state === 'scheduled' ? 'Every week' : messageStateLabels[row.state]}
      </Badge>
    ),
  },
];

const clip = (text: string | null) => (text && text.length > 90 ? `${text.slice(0, 90).trimEnd()}…` : text);
