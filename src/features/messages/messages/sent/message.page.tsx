import { router } from '@inertiajs/core';
import { usePoll } from '#ui/hooks/use-poll.ts';
import { Badge } from '#ui/badge.tsx';
import { shortCost, costOfOne } from '#features/records/sending/shared/cost-text.ts';
import { count, phoneText } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import { outboxStates } from '#kernel/messages/states.ts';
import { ListPage } from '#web/client/list-page.tsx';
import { channelLabels, purposeLabels } from '../compose/message-labels.ts';
import { NetworkTable } from './network-table.tsx';
import { messageStateTones, messageStateLabels } from './message-states.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { post, askThenPost } from '#ui/post.ts';
import type { PropsOf } from '#web/page.ts';
import type { messagePage } from '../messages.pages.ts';
import { Button, PrimaryButton } from '#ui/button.tsx';
import type { Column } from '#ui/lists/data-table.tsx';
import type { RecipientOfMessage } from './recipients.list.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

type Props = PropsOf<typeof messagePage>;

/** One message: what it says, what became of it, and each of its recipients. */
export default function MessagePage({ message, ...list }: Props) {
  const { href } = useAddress();
  const isCard = useMedia(NARROW);
  const title = message.subject || (message.body ? clip(message.body) : 'Message');
  return (
    <ListPage
      {...list}
      name="message-recipients"
      title={title}
      breadcrumbs={[{ label: 'Messages', href: href('/messages') }]}
      badge={<Badge tone={messageStateTones[message.state]}>{messageStateLabels[message.state]}</Badge>}
      institutionAt={null}
      more={[
        message.can.duplicate && {
          label: 'Duplicate as draft',
          onSelect: () => post(`/messages/${message.id}/duplicate`),
        },
        ...(message.isHidden ? [] : exportItems((format) => href(`/messages/${message.id}/recipients.${format}`))),
      ]}
      action={<MessageControls message={message} />}
      tabs={<Overview message={message} />}
      search={{ label: 'Search recipients', placeholder: 'Name or number' }}
      filters={[{ key: 'state', label: 'Status', pinned: true, options: stateOptions }]}
      columns={recipientColumns(message.currency, isCard)}
      empty={
        <p>
          {message.state === 'scheduled'
            ? 'Recipients are determined when it’s sent.'
            : message.isHidden
              ? 'You don’t have permission to see the recipients of this message.'
              : 'No recipients.'}
        </p>
      }
    />
  );
}

const stateOptions = Object.fromEntries(Object.entries(outboxStates).map(([key, { label }]) => [key, label]));
const clip = (text: string) => (text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text);

function Overview({ message }: Pick<Props, 'message'>) {
  const isActive = message.state === 'sending';
  usePoll(2000, { only: ['message', 'rows'] }, { isActive });
  const sum = (...states: string[]) =>
    message.totals.reduce((total, row) => (states.includes(row.state) ? total + row.recipients : total), 0);
  const costs = (key: 'price' | 'unpriced') => message.totals.reduce((total, row) => total + row[key], 0);
  const cost = { price: costs('price'), unpriced: costs('unpriced') };
  return (
    <div className="stack" style={{ marginBottom: 16 }}>
      <Stats>
        <Stat
          label="Recipients"
          value={message.recipients}
          hint={message.leftOut > 0 ? `${count(message.leftOut)} skipped` : undefined}
        />
        <Stat label="Sent or delivered" value={sum('sent', 'delivered')} />
        <Stat label="Waiting" value={sum('queued', 'sending', 'paused')} />
        <Stat label="Failed" value={sum('failed', 'undelivered')} />
        {sum('uncertain') > 0 && (
          <Stat
            label="Uncertain"
            value={sum('uncertain')}
            hint="May have arrived. Ask some of them before you send it again."
          />
        )}
        {sum('kept') > 0 && <Stat label="Not sent" value={sum('kept')} hint="No provider is switched on" />}
        <Stat label="Cost" value={shortCost(cost, message.currency)} />
      </Stats>
      <Card title="Message">
        <DescriptionList
          items={[
            [
              'Text',
              message.body === null ? (
                'Restricted: you don’t have access to its text.'
              ) : (
                <span key="text" style={{ whiteSpace: 'pre-wrap' }}>
                  {message.body}
                </span>
              ),
            ],
            ['To', message.audience],
            ['Channel', `${channelLabels[message.channel]} · ${purposeLabels[message.purpose]}`],
            ['Written by', message.author],
            [
              message.state === 'scheduled' ? (message.repeats ? 'Next time' : 'Will be sent') : 'Sent',
              (message.state === 'scheduled' ? message.sendAt : message.queuedAt) && (
                <DateTimeText
                  key="when"
                  value={(message.state === 'scheduled' ? message.sendAt : message.queuedAt)!}
                  institutionId={message.institutionId}
                />
              ),
            ],
          ]}
        />
      </Card>
      {!message.isHidden && <NetworkTable totals={message.totals} currency={message.currency} />}
    </div>
  );
}

/** Continues a draft; pauses, resumes or stops a message on its way. */
function MessageControls({ message }: Pick<PropsOf<typeof messagePage>, 'message'>) {
  const { href } = useAddress();
  const act = (control: string) => post(`/messages/${message.id}/${control}`);
  if (message.state === 'draft' && message.can.edit)
    return (
      <PrimaryButton onClick={() => router.visit(href(`/messages/${message.id}/edit`))}>Continue writing</PrimaryButton>
    );
  if (!message.can.control || message.state === 'done' || message.state === 'stopped' || message.state === 'draft')
    return null;
  return (
    <span className="wrap">
      {message.state === 'sending' && <Button onClick={() => act('pause')}>Pause</Button>}
      {message.state === 'paused' && <PrimaryButton onClick={() => act('resume')}>Resume</PrimaryButton>}
      <Button
        onClick={() =>
          void askThenPost(`/messages/${message.id}/stop`, {
            title: 'Stop this message?',
            body:
              message.state === 'scheduled'
                ? 'It will not be sent.'
                : 'Recipients still waiting get nothing. Messages already sent stay sent.',
            action: 'Stop message',
            tone: 'bad',
          })
        }
      >
        Stop
      </Button>
    </span>
  );
}

const recipientColumns = (currency: string, isCard: boolean): Column<RecipientOfMessage>[] => [
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
        <Secondary>{channelLabels[row.channel]}</Secondary>
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
  figureColumn('parts', 'Parts', (row) => row.parts),
  figureColumn('price', 'Cost', (row) => costOfOne(row, currency)),
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
