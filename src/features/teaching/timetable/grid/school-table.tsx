import { cx } from '#ui/cx.ts';
import { Fragment, type ReactNode } from 'react';
import { lastPeriod, periodsOf, type Draft, type DraftDay, type DraftLesson } from '../draft/draft.ts';
import { weekdayName } from '../timetable.ts';
import { ScrollRegion } from '../shared/scroll-region.tsx';
import classes from '../shared/board.module.css';

interface SchoolTableProps {
  caption: string;
  days: DraftDay[];
  batches: Draft['batches'];
  lessonsOf: (batchId: number, weekday: number, period: number) => DraftLesson[];
  cell: (batchId: number, weekday: number, period: number, lessons: DraftLesson[]) => ReactNode;
}

/** The whole school: a row for each batch, a column for each period of the week. */
export function SchoolTable({ caption, batches, lessonsOf, cell, ...shown }: SchoolTableProps) {
  const days = shown.days.map((day) => ({ ...day, periods: periodsOf(1, lastPeriod(day)) }));
  return (
    <ScrollRegion label={caption}>
      <table className={classes.school}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Class</th>
            {days.map(({ weekday, periods }) => (
              <th key={weekday} scope="colgroup" colSpan={periods.length} className={classes.dayStart}>
                {weekdayName(weekday)}
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col">Class</th>
            {days.map(({ weekday, periods }) => (
              <Fragment key={weekday}>
                {periods.map((period) => (
                  <th key={period} scope="col" className={cx(period === 1 && classes.dayStart)}>
                    {period}
                  </th>
                ))}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {days.map(({ weekday, periods }) => (
                <Fragment key={weekday}>
                  {periods.map((period) => (
                    <td key={period} className={cx(period === 1 && classes.dayStart)}>
                      {cell(id, weekday, period, lessonsOf(id, weekday, period))}
                    </td>
                  ))}
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
