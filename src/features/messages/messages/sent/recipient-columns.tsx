import { Badge } from '#ui/badge.tsx';
import { costOfOne } from '#features/records/sending/shared/cost-text.ts';
import { phoneText } from '#ui/format.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { outboxStates } from '#kernel/messages/states.ts';
import { channelWords } from '../compose/words.ts';
import type { RecipientOfMessage } from './recipients.list.ts';

export const recipientColumns = (currency: string, isCard: boolean): Column<RecipientOfMessage>[] => [
  {
    key: 'name',
    title: 'Recipient',
    primary: true,
    render: (row) => (
      <>
        {row.name} {row.student && <Secondary>{row.student}</Secondary>}
      </>
    ),
  },
  {
    key: 'address',
    title: 'Number or address',
    card: 'line',
    render: (row) =>
      row.address ? (
        row.address.startsWith('+') ? (
          phoneText(row.address)
        ) : (
          row.address
        )
      ) : (
        <Secondary>{channelWords[row.channel]}</Secondary>
      ),
  },
  {
    key: 'text',
    title: 'Text',
    wraps: true,
    hidden: true,
    render: (row) => row.body ?? <Secondary>Restricted</Secondary>,
  },
  { key: 'network', title: 'Network', render: (row) => row.network },
  { key: 'parts', title: 'Parts', numeric: true, align: 'end', render: (row) => row.parts },
  {
    key: 'price',
    title: 'Cost',
    numeric: true,
    align: 'end',
    render: (row) => costOfOne(row, currency),
  },
  {
    key: 'since',
    title: 'Since',
    render: (row) => row.stateAt && <DateTimeText value={row.stateAt} institutionId={row.institutionId} />,
  },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => (
      <>
        <Badge tone={outboxStates[row.state].tone}>{outboxStates[row.state].label}</Badge>{' '}
        {!isCard && row.failure && <Secondary>{row.failure}</Secondary>}
      </>
    ),
  },
  // A sentence beside the name would push a card out of the screen.
  ...(isCard
    ? [{ key: 'failure', title: 'Reason', card: 'line' as const, render: (row: RecipientOfMessage) => row.failure }]
    : []),
];
