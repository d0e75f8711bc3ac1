import { channelLabels } from '#kernel/messages/channels.ts';
import { eventLabel } from '#kernel/messages/event-labels.ts';
import { outboxStates } from '#kernel/messages/states.ts';
import { Badge } from '#ui/badge.tsx';
import { costOfOne } from '#features/records/sending/shared/cost-text.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { phoneText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListPage } from '#web/client/list-page.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import type { PropsOf } from '#web/page.ts';
import type { SentRow } from './sent.list.ts';
import type { sentPage } from '../notices.pages.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

const itself = (value: string | number | undefined) => (value === undefined ? {} : { [String(value)]: String(value) });

/** The messages behind a figure of the costs. */
export default function SentMessagesPage(list: PropsOf<typeof sentPage>) {
  const { href } = useAddress();
  const { month, event, network, message, department } = list.filter;
  return (
    <ListPage
      {...list}
      name="sent-messages"
      title="Sent messages"
      breadcrumbs={[{ label: 'Message costs', href: href('/message-costs') }]}
      columns={columnsFor(useCurrency())}
      filters={[
        { key: 'month', label: 'Month', pinned: true, options: itself(month) },
        { key: 'event', label: 'For', options: event ? { [event]: eventLabel(event) } : {} },
        { key: 'network', label: 'Network', options: itself(network) },
        { key: 'department', label: 'Department', options: department === '-' ? { '-': 'None' } : itself(department) },
        { key: 'message', label: 'Message', options: itself(message) },
      ]}
      empty={<EmptyState title="Nothing sent yet">Messages appear here once a provider has accepted them.</EmptyState>}
    />
  );
}

const columnsFor = (currencyOf: (institutionId: number) => string): Column<SentRow>[] => [
  {
    key: 'recipient',
    title: 'Recipient',
    primary: true,
    render: (row) => phoneText(row.recipient) ?? 'Recipient hidden',
  },
  { key: 'sent', title: 'Sent', card: 'line', render: (row) => <DateTimeText value={row.sentAt} /> },
  { key: 'channel', title: 'Channel', render: (row) => channelLabels[row.channel] },
  { key: 'event', title: 'For', card: 'line', render: (row) => eventLabel(row.event) },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => <Badge tone={outboxStates[row.state].tone}>{outboxStates[row.state].label}</Badge>,
  },
  { key: 'network', title: 'Network', render: (row) => row.network },
  figureColumn('parts', 'Parts', (row) => row.parts),
  figureColumn('price', 'Cost', (row) => costOfOne(row, currencyOf(row.institutionId))),
];
