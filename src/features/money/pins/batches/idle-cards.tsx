import { LinkButton } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { BatchRecord } from './batch.queries.ts';
import { serialText } from '../pins.ts';
import classes from '../shared/pins.module.css';

/** Printed cards that nobody can use yet, and what is missing. */
export function IdleCards({ batch, idle }: { batch: BatchRecord; idle: NonNullable<BatchRecord['idle']> }) {
  const { href } = useAddress();
  const range = { first_serial: serialText(idle.first), last_serial: serialText(idle.last) };
  return (
    <Card title={`${countOf(Number(idle.count), 'card')} can’t be used yet`}>
      <ul>
        {!batch.printedAt && <li>Print the sheet and confirm it as printed.</li>}
        <li>Hand the cards to a seller, or sell them at the counter. A card in the office opens nothing.</li>
        {!batch.hasSite && <li>Publish the institution’s website: pins are typed there.</li>}
      </ul>
      {batch.printedAt && batch.can.handOver && (
        <p className={classes.buttons}>
          <LinkButton tone="primary" href={href('/pin-handovers/new', range)}>
            Hand over cards
          </LinkButton>
        </p>
      )}
    </Card>
  );
}
