import { Link } from '#ui/link.tsx';
import { countOf, dateText } from '#ui/format.ts';
import classes from './overview.module.css';

interface DayColumnsProps {
  days: { day: string; count: number }[];
  hrefOf: (from: string, to: string) => string;
}

interface Span {
  from: string;
  to: string;
  count: number;
}

/** A column for each day, or for each week where a day’s would be hard to hit, each a link to its applications. */
export function DayColumns({ days, hrefOf }: DayColumnsProps) {
  const daily = days.map(({ day, count }) => ({ from: day, to: day, count }));
  return (
    <div className={classes.columns}>
      <Columns className={classes.daily!} spans={daily} most="most on one day" hrefOf={hrefOf} />
      <Columns className={classes.weekly!} spans={weeksOf(days)} most="most in one week" hrefOf={hrefOf} />
    </div>
  );
}

interface ColumnsProps extends Pick<DayColumnsProps, 'hrefOf'> {
  className: string;
  spans: Span[];
  most: string;
}

function Columns({ className, spans, most, hrefOf }: ColumnsProps) {
  const highest = Math.max(...spans.map(({ count }) => count));
  return (
    <figure className={`${classes.days} ${className}`}>
      <ol>
        {spans.map(({ from, to, count }) => {
          const words = `${from === to ? short(from) : `${short(from)} to ${short(to)}`}: ${countOf(count, 'application')}`;
          return (
            <li key={from} data-tooltip={words}>
              {count > 0 ? (
                <Link href={hrefOf(from, to)} aria-label={words}>
                  <span style={{ blockSize: `${Math.max(4, (count / highest) * 100)}%` }} />
                </Link>
              ) : (
                <span className={classes.blank} role="img" aria-label={words} />
              )}
            </li>
          );
        })}
      </ol>
      <figcaption>
        <span>{short(spans[0]!.from)}</span>
        <span>
          {most}: {highest}
        </span>
        <span>{short(spans.at(-1)!.to)}</span>
      </figcaption>
    </figure>
  );
}

/** The last one is whole, so that it compares with those before it. */
function weeksOf(days: DayColumnsProps['days']): Span[] {
  const weeks: Span[] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    const count = week.reduce((sum, each) => sum + each.count, 0);
    weeks.unshift({ from: week[0]!.day, to: week.at(-1)!.day, count });
  }
  return weeks;
}

const short = (day: string) => dateText(day).replace(/ \d{4}$/, '');
