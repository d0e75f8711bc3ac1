import { cx } from '#ui/cx.ts';
import { DateText, Money } from '#ui/text.tsx';
import { Badge } from '#ui/badge.tsx';
import { withheldText } from '../holds.ts';
import type { FamilyHold } from '../held/family-holds.ts';
import classes from './hold-panel.module.css';

interface HoldNoteProps {
  hold: FamilyHold;
  currency: string;
  /** Inside a card without padding. */
  inCard?: boolean;
}

/** For the family: what is withheld, and what to pay to end it. */
export function HoldNote({ hold, currency, inCard = false }: HoldNoteProps) {
  const { remaining, lifted, liftedUntil, toPay } = hold;
  return (
    <div className={cx(classes.panel, classes.note, inCard && classes.inset)}>
      <div className={classes.words}>
        <p>
          <Badge tone={remaining.length > 0 ? 'bad' : 'gold'}>{remaining.length > 0 ? 'Withheld' : 'Released'}</Badge>{' '}
          {remaining.length > 0 ? (
            <strong>{withheldText(remaining)}: withheld because fees are unpaid.</strong>
          ) : (
            <strong>
              {withheldText(lifted)}: released until <DateText value={liftedUntil!} />.
            </strong>
          )}
        </p>
        {remaining.length > 0 && lifted.length > 0 && (
          <p>
            {withheldText(lifted)}: released until <DateText value={liftedUntil!} />.
          </p>
        )}
        <p>
          Pay <Money minor={toPay} currency={currency} /> of what is due first{' '}
          {remaining.length > 0 ? 'to release them.' : 'by then.'}
        </p>
      </div>
    </div>
  );
}
