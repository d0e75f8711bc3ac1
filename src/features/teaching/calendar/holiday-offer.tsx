import { Button, LinkButton } from '#ui/button.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import classes from './calendar.module.css';

interface HolidayOfferProps {
  session: string;
  sessionId: number;
  href: string;
}

/** For sessions from before holidays came with them. */
export function HolidayOffer({ session, sessionId, href }: HolidayOfferProps) {
  return (
    <div className={`${classes.offer} no-print`}>
      <Card title={`${session} has no national holidays yet`}>
        <p>
          Nigeria’s public holidays at once: Independence Day, Christmas, Easter, Eid and others. Days on which
          registers were taken are left alone.
        </p>
        <div className={classes.offerButtons}>
          <Button
            small
            onClick={() => post('/calendar/holidays', { sessionId: String(sessionId), all: 'on', to: 'calendar' })}
          >
            Add national holidays
          </Button>
          <LinkButton small tone="plain" href={href}>
            Choose holidays
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
