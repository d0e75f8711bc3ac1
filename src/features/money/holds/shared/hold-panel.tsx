import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { opensModal } from '#ui/overlays/modal.ts';
import { askThenPost } from '#ui/post.ts';
import { DateText, Money } from '#ui/text.tsx';
import type { Hold } from '../held/held-students.ts';
import { withheldText } from '../holds.ts';
import { holdText } from './hold-text.ts';
import classes from './hold-panel.module.css';

interface HoldPanelProps {
  hold: Hold;
  currency: string;
  /** Whether the actor lifts holds here. */
  mayLift: boolean;
}

/** What is withheld from a student and why, on the student's record. */
export function HoldPanel({ hold, currency, mayLift }: HoldPanelProps) {
  const { href } = useAddress();
  const { studentId, lift, remaining, toPay, rules } = hold;
  return (
    <section className={classes.panel} aria-label="Hold">
      <div className={classes.words}>
        <p>
          <Badge tone={remaining.length > 0 ? 'bad' : 'gold'}>{remaining.length > 0 ? 'Held' : 'Lifted'}</Badge>{' '}
          <strong>{holdText(hold, currency)}</strong>
        </p>
        {lift && (
          <p>
            {withheldText(lift.lifts)} lifted until <DateText value={lift.until} />
            {lift.by && ` by ${lift.by}`}
            {lift.reason && `: ${lift.reason}`}
          </p>
        )}
        <p className={classes.hint}>
          A payment of <Money minor={toPay} currency={currency} /> ends it.{' '}
          {rules.length > 0 && `Rule: ${rules.join(', ')}.`}
        </p>
      </div>
      {mayLift && (
        <div className={classes.actions}>
          <LinkButton small href={href(`/students/${studentId}/lift-hold`)} onClick={opensModal}>
            {lift ? 'Change lift' : 'Lift hold'}
          </LinkButton>
          {lift && (
            <Button
              small
              tone="plain"
              onClick={() =>
                void askThenPost(`/hold-lifts/${lift.id}/end`, {
                  title: 'End the lift now?',
                  body: `${withheldText(lift.lifts)}: withheld again from now on, until the debt is paid.`,
                  action: 'End lift',
                })
              }
            >
              End lift
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
