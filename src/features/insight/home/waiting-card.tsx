import { useState } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { WaitingItem } from '#kernel/contracts/dashlet.ts';
import classes from './home.module.css';

const shownAtOnce = 8;

/** Everything that needs this person's act, each with its button. */
export function WaitingCard({ items }: { items: WaitingItem[] }) {
  const { href } = useAddress();
  const [isWhole, setWhole] = useState(items.length <= shownAtOnce);
  return (
    <Card title="Waiting for you" flush={items.length > 0} tour="waiting">
      {items.length === 0 && <p className={classes.nothing}>Nothing is waiting for you.</p>}
      {items.length > 0 && (
        <ul className={classes.waiting}>
          {(isWhole ? items : items.slice(0, shownAtOnce)).map((item) => (
            <li key={`${item.href} ${item.label}`}>
              <b className={classes.number}>{count(item.count)}</b>
              <span>
                {item.label} {item.isUrgent && <Badge tone="gold">Urgent</Badge>}
              </span>
              {item.href && (
                <LinkButton small href={href(item.href)} aria-label={`${item.action}: ${item.label}`}>
                  {item.action}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isWhole && (
        <div className={classes.all}>
          <Button small tone="plain" onClick={() => setWhole(true)}>
            Show all {items.length}
          </Button>
        </div>
      )}
    </Card>
  );
}
