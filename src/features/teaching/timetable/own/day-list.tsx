import { formatTime } from '#kernel/dates.ts';
import { cx } from '#ui/cx.ts';
import { dayLines, type ShownWeek } from './day-lines.ts';
import type { WeekProps } from '../timetable.pages.ts';
import classes from '../shared/week.module.css';

type DayListProps = Pick<WeekProps, 'day' | 'today' | 'now'> & ShownWeek;

/** A day as a list, with what is on now marked. */
export function DayList({ day, today, now, ...week }: DayListProps) {
  const known = week.days.find((one) => one.day === day);
  if (known?.closed) return <p className={classes.closed}>{known.closed}: no lessons.</p>;
  const lines = dayLines(day, week, day === today ? now : null);
  if (lines.length === 0) return <p className={classes.closed}>No lessons on this day.</p>;
  return (
    <>
      {known?.note && <p>{known.note}</p>}
      <ol className={classes.list}>
        {lines.map((line) => (
          <li
            key={line.startsAt}
            className={cx(classes.item, line.isPause && classes.pause, line.isNow && classes.now)}
            aria-current={line.isNow ? 'time' : undefined}
          >
            <time>
              <b>{formatTime(line.startsAt)}</b>
              {!line.isPause && formatTime(line.endsAt)}
            </time>
            <div>
              {line.lessons.length === 0 ? (
                <p>{line.isPause ? line.name : 'Free'}</p>
              ) : (
                line.lessons.map(({ partId, title, about }) => (
                  <div key={partId}>
                    <p>
                      <b>{title}</b>
                      {line.isNow && ' · now'}
                    </p>
                    <p className={classes.about}>{about}</p>
                  </div>
                ))
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
