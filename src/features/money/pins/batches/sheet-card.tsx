import { Button } from '#ui/button.tsx';
import { askThenPost } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText } from '#ui/text.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { BatchRecord } from './batch.queries.ts';
import classes from '../shared/pins.module.css';

/** The sheet of printed cards: readable for its maker until it is printed. */
export function SheetCard({ batch }: { batch: BatchRecord }) {
  const { send, busy, message } = useRemote<{ file: string }>();
  if (batch.printedAt)
    return (
      <Card title="Sheet">
        <p>
          Printed <DateTimeText value={batch.printedAt} institutionId={batch.institutionId} />. The pins can’t be read
          here any more.
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
      body: 'Check the last page first. The pins are then deleted here, and nobody can read them again.',
      action: 'Confirm as printed',
      tone: 'bad',
    });
  return (
    <Card title="Sheet">
      <p>
        Only you can open this sheet. Print it, check it, then confirm. Until then the cards can’t be handed to anybody.
      </p>
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
