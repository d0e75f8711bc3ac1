import { Link } from '#ui/link.tsx';
import { formatTime } from '#kernel/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { NextDates } from '../home/next-dates.ts';
import { daysText } from '../shared/day-labels.ts';
import classes from './next-dates.module.css';

/** Dates of the next two weeks on the start page. */
export default function NextDatesCard({ rows }: NextDates) {
  const { href } = useAddress();
  return (
    <Card
      title="Next dates"
      action={
        <LinkButton small href={href('/calendar')}>
          Calendar
        </LinkButton>
      }
      flush
    >
      <ul className="divided">
        {rows.map((row) => (
          <li key={row.key}>
            <Link
              className={classes.row}
              href={href('/calendar', {
                day: row.startsOn,
                institution_id: row.institution ? row.institutionId : null,
              })}
            >
              <b>{row.title}</b>
              {row.isToday && <Badge tone="gold">Today</Badge>}
              {row.isExpected && <Badge tone="info">Expected</Badge>}
              <span>
                {[daysText(row.startsOn, row.endsOn), row.startsAt && formatTime(row.startsAt), row.institution]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
