import { useState } from 'react';
import { usePoll } from '#ui/hooks/use-poll.ts';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText, DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { batchPage } from '../pins.pages.ts';
import { Button, PrimaryLink } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { batchPurposes, layouts, pinStatuses, serialText, type PinStatus } from '../pins.ts';
import classes from '../shared/pins.module.css';
import type { BatchRecord } from './make-batch.ts';
import { askThenPost } from '#ui/post.ts';
import { useRemote } from '#web/client/remote.ts';

/** A batch: while it is made, its sheet for the person who made it, and what became of its pins. */
export default function BatchPage({ batch }: PropsOf<typeof batchPage>) {
  const { href } = useAddress();
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <PageHeader
        title={`Batch ${batch.number}`}
        description={`${countOf(batch.quantity, 'pin')}, ${batch.kind}`}
        breadcrumbs={[
          { label: 'Pins', href: href('/pins') },
          { label: 'Batches', href: href('/pin-batches') },
        ]}
        action={
          batch.can.expire &&
          batch.state === 'ready' && <Button onClick={() => setChanging(true)}>Change validity</Button>
        }
      />
      <div className={classes.narrow}>
        {batch.state === 'making' && <Making />}
        {batch.state === 'ready' && batch.purpose === 'cards' && <SheetCard batch={batch} />}
        {batch.state === 'ready' && batch.idle && <IdleCards batch={batch} idle={batch.idle} />}
        <Card title="Pins">
          <DescriptionList
            columns={2}
            items={[
              ['Use', batchPurposes[batch.purpose]],
              ['Sheet', batch.layout && layouts[batch.layout]],
              [
                'Serial numbers',
                `${serialText(batch.firstSerial)} to ${serialText(batch.firstSerial + batch.quantity - 1)}`,
              ],
              ['Valid until', <DateText key="until" value={batch.expiresOn} />],
              ['Made by', batch.maker],
              ['Made', <DateTimeText key="at" value={batch.createdAt} institutionId={batch.institutionId} />],
              ...Object.entries(batch.counts).map(([status, count]): [string, string] => [
                pinStatuses[status as PinStatus],
                Number(count).toLocaleString('en'),
              ]),
            ]}
          />
        </Card>
      </div>
      <Dialog open={isChanging} onClose={() => setChanging(false)} title="Change validity">
        <EditForm
          action={`/pin-batches/${batch.id}/expiry`}
          submit="Change validity"
          guard={false}
          onSuccess={() => setChanging(false)}
        >
          <DatePickerField
            name="expires_on"
            label="Valid until"
            defaultValue={batch.expiresOn}
            help="For all pins of the batch that nobody has used. A date in the past expires them."
          />
          <TextField name="reason" label="Reason" maxLength={300} />
        </EditForm>
      </Dialog>
    </>
  );
}

function Making() {
  usePoll(700, { only: ['batch'] });
  return (
    <Card>
      <p role="status">The pins are being created. You can leave this page: you’ll be notified.</p>
    </Card>
  );
}

/** Printed cards that nobody can use yet, and what is missing. */
function IdleCards({ batch, idle }: { batch: BatchRecord; idle: NonNullable<BatchRecord['idle']> }) {
  const { href } = useAddress();
  const range = { first_serial: serialText(idle.first), last_serial: serialText(idle.last) };
  return (
    <Card title={`${countOf(Number(idle.count), 'card')} can’t be used yet`}>
      <ul>
        {!batch.printedAt && <li>Print the sheet and confirm it as printed.</li>}
        <li>Hand the cards to a seller, or sell them at the counter. A card in the office can’t be used.</li>
        {!batch.hasSite && <li>Publish the institution’s website: pins are entered there.</li>}
      </ul>
      {batch.printedAt && batch.can.handOver && (
        <p className={classes.buttons}>
          <PrimaryLink href={href('/pin-handovers/new', range)}>Hand over cards</PrimaryLink>
        </p>
      )}
    </Card>
  );
}

/** The sheet of printed cards: readable for its maker until it is printed. */
function SheetCard({ batch }: { batch: BatchRecord }) {
  const { send, busy, message } = useRemote<{ file: string }>();
  if (batch.printedAt)
    return (
      <Card title="Sheet">
        <p>
          Printed <DateTimeText value={batch.printedAt} institutionId={batch.institutionId} />. The pins can no longer
          be read here.
        </p>
      </Card>
    );
  if (!batch.isMaker)
    return (
      <Card title="Sheet">
        <p>Only {batch.maker}, who made these pins, can open their sheet, until it is confirmed as printed.</p>
      </Card>
    );
  const open = async () => {
    const answer = await send('post', `/pin-batches/${batch.id}/open`);
    if (answer) window.open(answer.json.file, '_blank', 'noopener');
  };
  const confirm = () =>
    askThenPost(`/pin-batches/${batch.id}/printed`, {
      title: 'Are all cards printed?',
      body: 'Check the last page first. The pins are then deleted here and can’t be read again.',
      action: 'Confirm as printed',
      tone: 'bad',
    });
  return (
    <Card title="Sheet">
      <p>Only you can open this sheet. Print it, check it, then confirm. Until then the cards can’t be handed out.</p>
      {message && <p role="alert">{message}</p>}
      <p className={classes.buttons}>
        <Button tone="primary" loading={busy} onClick={() => void open()}>
          {batch.layout === 'csv' ? 'Download CSV' : 'Open sheet'}
        </Button>
        <Button tone="bad" onClick={() => void confirm()}>
          Confirm as printed
        </Button>
      </p>
    </Card>
  );
}
