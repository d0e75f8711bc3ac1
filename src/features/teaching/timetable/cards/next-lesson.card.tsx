import { Link } from '#ui/link.tsx';
import { formatTime } from '#kernel/dates.ts';
import { LinkButton } from '#ui/button.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { Card } from '#ui/records/card.tsx';
import type { NextLesson } from '../own/next-lesson.ts';
import classes from './next-lesson.module.css';

/** The lesson that is on or comes next, on the start page. */
export default function NextLessonCard({ rows }: { rows: NextLesson[] }) {
  const { href } = useAddress();
  return (
    <Card
      title="Next lesson"
      action={
        <LinkButton small href={href('/my-timetable')}>
          Timetable
        </LinkButton>
      }
      flush
    >
      <ul>
        {rows.map((row) => (
          <li key={`${row.parameter} ${row.id}`}>
            <Link
              className={classes.row}
              href={href('/my-timetable', { [row.parameter]: String(row.id), day: row.day })}
            >
              <b>{row.name && rows.length > 1 ? `${row.name}: ${row.title}` : row.title}</b>
              <span>
                {row.isNow
                  ? `now, until ${formatTime(row.endsAt)}`
                  : `${row.isToday ? 'today' : dateText(row.day)}, ${formatTime(row.startsAt)}`}
              </span>
              <span className={classes.about}>{row.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
