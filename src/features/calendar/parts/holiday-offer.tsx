import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import classes from './calendar.module.css';

/** Nothing is added by itself: which days are free is the school's decision. */
export function HolidayOffer({ session, href }: { session: string; href: string }) {
  return (
    <div className={`${classes.offer} no-print`}>
      <Card
        title={`${session} has no national holidays yet`}
        action={
          <LinkButton small href={href}>
            Choose holidays
          </LinkButton>
        }
      >
        Add Nigeria’s public holidays at once: Independence Day, Christmas, Easter, Eid and others.
      </Card>
    </div>
  );
}
