import { cx } from '#ui/cx.ts';
import { dayLines, lessonInWords, type Viewer } from '../own/day-lines.ts';
import type { WeekProps } from '../timetable.pages.ts';
import classes from './week.module.css';

interface DayListProps extends Pick<WeekProps, 'day' | 'today' | 'now' | 'lessons' | 'bells'> {
  viewer: Viewer;
}

/** A day as a list, with what is on now marked. */
export function DayList({ day, today, now, lessons, bells, viewer }: DayListProps) {
  const lines = dayLines(day, lessons, bells, day === today ? now : null);
  if (lines.length === 0) return <p>No lessons on this day.</p>;
  return (
    <ol className={classes.list}>
      {lines.map((line) => (
        <li
          key={line.startsAt}
          className={cx(classes.item, line.isPause && classes.pause, line.isNow && classes.now)}
          aria-current={line.isNow ? 'time' : undefined}
        >
          <time>
            <b>{line.startsAt}</b>
            {!line.isPause && line.endsAt}
          </time>
          <div>
            {line.lessons.length === 0 ? (
              <p>{line.isPause ? line.name : 'Free'}</p>
            ) : (
              line.lessons.map((lesson) => {
                const { title, about } = lessonInWords(lesson, viewer);
                return (
                  <div key={lesson.partId}>
                    <p>
                      <b>{title}</b>
                      {line.isNow && ' · now'}
                    </p>
                    <p className={classes.about}>{about}</p>
                  </div>
                );
              })
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
