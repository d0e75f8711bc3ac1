import { formatTime } from '#kernel/dates.ts';
import { cx } from '#ui/cx.ts';
import { isoWeekday } from '../own/week-days.ts';
import { weekdayName } from '../timetable.ts';
import type { WeekProps } from '../timetable.pages.ts';
import board from './board.module.css';
import { ScrollRegion } from './scroll-region.tsx';
import classes from './week.module.css';
import type { ShownWeek, ShownDay } from '../own/day-lines.ts';

type WeekListProps = Pick<WeekProps, 'today' | 'now'> & ShownWeek & { caption: string };

/** A week as a table, read only: days beside each other, periods below. */
export function WeekList({ today, now, days, patterns, lessons, caption }: WeekListProps) {
  if (days.length === 0) return <p className={classes.closed}>No timetable is published for this week.</p>;
  if (lessons.length === 0 && days.every(({ closed }) => closed === null))
    return <p className={classes.closed}>No lessons in this week.</p>;
  const starts = new Map<number, string>();
  for (const { period, startsAt } of patterns.flat())
    if (period !== null && !starts.has(period)) starts.set(period, startsAt);
  const numbers = [...starts.keys()].toSorted((one, other) => one - other);
  const cell = (shown: ShownDay, number: number) => {
    const { day, closed, pattern } = shown;
    if (closed !== null)
      return number === numbers[0] ? (
        <td key={day} rowSpan={numbers.length} className={cx(board.none, classes.closed)}>
          {closed}
        </td>
      ) : null;
    const inside = lessons.filter(
      ({ day: on, period, length }) => on === day && period <= number && number < period + length,
    );
    // A double lesson is one cell.
    if (inside.length > 0 && inside.every(({ period }) => period < number)) return null;
    const span = Math.max(1, ...inside.map(({ period, length }) => period + length - number));
    const bells = patterns[pattern]!;
    const bell = bells.find(({ period }) => period === number);
    const last = bells.find(({ period }) => period === number + span - 1);
    const isNow = day === today && bell !== undefined && bell.startsAt <= now && now < (last ?? bell).endsAt;
    return (
      <td key={day} rowSpan={span} className={cx(!bell && board.none, isNow && classes.current)}>
        {bell && bell.startsAt !== starts.get(number) && (
          <span className={board.ownTime}>{formatTime(bell.startsAt)}</span>
        )}
        {inside.map(({ partId, lessonId, title, about }) => (
          <div key={`${lessonId} ${partId}`} className={classes.cell}>
            <b>{title}</b>
            <span>{about}</span>
          </div>
        ))}
      </td>
    );
  };
  return (
    <ScrollRegion label={caption}>
      <table className={cx(board.week, classes.whole)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={board.times}>
              Period
            </th>
            {days.map(({ day, note }) => (
              <th key={day} scope="col" className={cx(day === today && classes.today)}>
                {weekdayName(isoWeekday(day))} {Number(day.slice(8))}
                {note && <span className={classes.note}>{note}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.map((number) => (
            <tr key={number}>
              <th scope="row" className={board.times}>
                <b>{number}</b>
                <span>{formatTime(starts.get(number)!)}</span>
              </th>
              {days.map((day) => cell(day, number))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
