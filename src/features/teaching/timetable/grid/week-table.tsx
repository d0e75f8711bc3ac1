import type { ReactNode } from 'react';
import { formatTime } from '#kernel/dates.ts';
import { lastPeriod, type Bell, type DraftDay, type DraftLesson } from '../draft/draft.ts';
import { weekdayName } from '../timetable.ts';
import { NoCell, ScrollRegion } from '../shared/scroll-region.tsx';
import classes from '../shared/board.module.css';

interface WeekTableProps {
  caption: string;
  days: DraftDay[];
  /** The lessons that begin in a period. */
  lessonsAt: (weekday: number, period: number) => DraftLesson[];
  /** In place of an empty or taken cell while a lesson is in hand. */
  cell: (weekday: number, period: number, lessons: DraftLesson[]) => ReactNode;
}

/** A week with a column for each day and a row for each period; the breaks of a usual day stand between. */
export function WeekTable({ caption, days, lessonsAt, cell }: WeekTableProps) {
  const [usual] = days.toSorted((one, other) => lastPeriod(other) - lastPeriod(one));
  if (!usual) return null;
  return (
    <ScrollRegion label={caption}>
      <table className={classes.week}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.times}>
              Period
            </th>
            {days.map(({ weekday }) => (
              <th key={weekday} scope="col">
                {weekdayName(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {usual.bells.map((bell) =>
            bell.period === null ? (
              <tr key={`${bell.name} ${bell.startsAt}`} className={classes.pause}>
                <th scope="row" className={classes.times}>
                  {formatTime(bell.startsAt)}
                </th>
                <td colSpan={days.length}>{bell.name}</td>
              </tr>
            ) : (
              <tr key={bell.period}>
                <th scope="row" className={classes.times}>
                  <b>{bell.period}</b>
                  <span>{formatTime(bell.startsAt)}</span>
                </th>
                {days.map((day) => (
                  <DayCell key={day.weekday} day={day} usual={usual} bell={bell} lessonsAt={lessonsAt} cell={cell} />
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface DayCellProps extends Pick<WeekTableProps, 'lessonsAt' | 'cell'> {
  day: DraftDay;
  usual: DraftDay;
  bell: Bell;
}

/** One day’s period. It names its own time where the bells of that day ring otherwise. */
function DayCell({ day, usual, bell, lessonsAt, cell }: DayCellProps) {
  const { weekday } = day;
  const own = day.bells.find(({ period }) => period === bell.period);
  if (!own || bell.period === null) return <NoCell className={classes.none} words="No period" />;
  const lessons = lessonsAt(weekday, bell.period);
  const isOther = day.patternId !== usual.patternId && own.startsAt !== bell.startsAt;
  return (
    <td>
      {isOther && <span className={classes.ownTime}>{formatTime(own.startsAt)}</span>}
      {cell(weekday, bell.period, lessons)}
    </td>
  );
}
