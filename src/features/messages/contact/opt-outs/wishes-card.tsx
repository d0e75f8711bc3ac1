import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import { DateTimeText, Secondary } from '#ui/text.tsx';
import type { PersonWish } from './wishes.ts';
import { wishChannels, wishReasons } from './opt-out-labels.ts';
import classes from './wishes.module.css';

/** What a person wants to get by each channel, since when, and by whose word. */
export function WishesCard({ wishes }: { wishes: PersonWish[] }) {
  const { href } = useAddress();
  if (wishes.length === 0) return null;
  const { canChange } = wishes[0]!;
  return (
    <Card
      title="Wishes"
      action={
        canChange && (
          <LinkButton small href={href('/opt-outs')}>
            Opt-outs
          </LinkButton>
        )
      }
    >
      <ul className={classes.wishes}>
        {wishes.map(({ channel, address, blocks, reason, by, since, institutionId }) => (
          <li key={channel}>
            <div className={classes.channel}>
              <strong>{wishChannels[channel]}</strong> {address && <Secondary>{address}</Secondary>}
            </div>
            <div className={classes.state}>
              {blocks === null && <Badge tone="good">Gets messages and marketing</Badge>}
              {blocks === 'marketing' && <Badge tone="gold">No marketing</Badge>}
              {blocks === 'everything' && <Badge tone="bad">Blocked: nothing is sent</Badge>}
              {since && (
                <Secondary>
                  {reason && `${wishReasons[reason]} · `}
                  {by} · since <DateTimeText value={since} institutionId={institutionId} />
                </Secondary>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
