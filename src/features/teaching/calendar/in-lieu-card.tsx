import { Button } from '#ui/button.tsx';
import { dateText } from '#ui/format.ts';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import type { ProposedDay } from './holidays/decide-in-lieu.ts';
import { longDay, weekdayName } from './shared/day-labels.ts';
import classes from './holidays.module.css';

/** Days that the government usually gives for holidays at weekends: one click once they are declared. */
export function InLieuCard({ proposed }: { proposed: readonly ProposedDay[] }) {
  return (
    <Card title="May be declared a holiday" flush>
      <ul className={classes.rows}>
        {proposed.map((one) => (
          <li key={one.key}>
            <span>
              <b>{longDay(one.day)}</b>
              <small>
                {one.title}, which falls on {weekdayName(one.lost)}, {dateText(one.lost)}. Add it once the government
                has declared it.
              </small>
            </span>
            <span className={classes.buttons}>
              <Button small onClick={() => decide(one, 'add')} aria-label={`Add holiday on ${longDay(one.day)}`}>
                Add holiday
              </Button>
              <Button
                small
                tone="plain"
                onClick={() => decide(one, 'dismiss')}
                aria-label={`Dismiss ${longDay(one.day)}`}
              >
                Dismiss
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const decide = ({ institutionId, key, day }: ProposedDay, decision: 'add' | 'dismiss') =>
  post('/calendar/holidays/in-lieu', {
    institutionId: String(institutionId),
    holiday: key,
    decision,
    ...(location.pathname === '/calendar' && { day }),
  });
