import { cx } from '#ui/cx.ts';
import { lessonInWords, type Viewer } from '../own/day-lines.ts';
import { weekdayName } from '../timetable.ts';
import type { WeekProps } from '../timetable.pages.ts';
import board from './board.module.css';
import { ScrollRegion } from './scroll-region.tsx';
import classes from './week.module.css';

interface WeekListProps extends Pick<WeekProps, 'today' | 'now' | 'lessons' | 'bells'> {
  viewer: Viewer;
  caption: string;
}

const isoDay = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay() || 7;

/** A week as a table, read only: days beside each other, periods below. */
export function WeekList({ today, now, lessons, bells, viewer, caption }: WeekListProps) {
  const periods = new Map<number, { startsAt: string }>();
  for (const { bells: ofDay } of bells)
    for (const { period, startsAt } of ofDay)
      if (period !== null && !periods.has(period)) periods.set(period, { startsAt });
  if (bells.length === 0) return <p>No timetable is published for this week.</p>;
  const numbers = [...periods.keys()].toSorted((one, other) => one - other);
  return (
    <ScrollRegion label={caption}>
      <table className={board.week}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={board.times}>
              Period
            </th>
            {bells.map(({ day }) => (
              <th key={day} scope="col" className={cx(day === today && classes.today)}>
                {weekdayName(isoDay(day))} {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.map((number) => (
            <tr key={number}>
              <th scope="row" className={board.times}>
                <b>{number}</b>
                <span>{periods.get(number)!.startsAt}</span>
              </th>
              {bells.map(({ day, bells: ofDay }) => {
                const bell = ofDay.find(({ period }) => period === number);
                const inside = lessons.filter(
                  ({ day: on, period, length }) => on === day && period <= number && number < period + length,
                );
                const isNow = day === today && bell !== undefined && bell.startsAt <= now && now < bell.endsAt;
                return (
                  <td key={day} className={cx(!bell && board.none, isNow && classes.current)}>
                    {bell && bell.startsAt !== periods.get(number)!.startsAt && (
                      <span className={board.ownTime}>{bell.startsAt}</span>
                    )}
                    {inside.map((lesson) => {
                      const { title, about } = lessonInWords(lesson, viewer);
                      return (
                        <div key={`${lesson.lessonId} ${lesson.partId}`} className={classes.cell}>
                          <b>{title}</b>
                          <span>{about}</span>
                        </div>
                      );
                    })}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
