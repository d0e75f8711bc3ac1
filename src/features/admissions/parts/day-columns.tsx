import { Link } from '@inertiajs/react';
import { countOf, dateText } from '#ui/format.ts';
import classes from './overview.module.css';

interface DayColumnsProps {
  days: { day: string; count: number }[];
  hrefOf: (day: string) => string;
}

/** A column for each day, each a link to the applications of that day. */
export function DayColumns({ days, hrefOf }: DayColumnsProps) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const short = (day: string) => dateText(day).replace(/ \d{4}$/, '');
  return (
    <figure className={classes.days}>
      <ol>
        {days.map(({ day, count }) => {
          const words = `${short(day)}: ${countOf(count, 'application')}`;
          return (
            <li key={day} data-tooltip={words}>
              {count > 0 ? (
                <Link
                  href={hrefOf(day)}
                  aria-label={words}
                  style={{ blockSize: `${Math.max(4, (count / most) * 100)}%` }}
                />
              ) : (
                <span className={classes.blank} role="img" aria-label={words} />
              )}
            </li>
          );
        })}
      </ol>
      <figcaption>
        <span>{short(days[0]!.day)}</span>
        <span>most on one day: {most}</span>
        <span>{short(days.at(-1)!.day)}</span>
      </figcaption>
    </figure>
  );
}
