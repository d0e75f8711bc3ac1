import { Link } from '#ui/link.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import classes from './dashlets.module.css';

interface Day {
  day: string;
  label: string;
  href?: string;
}

/** Days with what is on them: squares of their month for eyes, a list for everybody. */
export function DayGrid({ label, days }: { label: string; days: Day[] }) {
  const { href } = useAddress();
  const month = days[0]!.day.slice(0, 7);
  const marked = new Set(days.map(({ day }) => day));
  return (
    <div className={classes.days}>
      {days.every(({ day }) => day.startsWith(month)) && <Month month={month} marked={marked} />}
      <ul className={classes.rows} aria-label={label}>
        {days.map((one, at) => (
          <li key={`${one.day} ${at}`}>
            <span>{one.href ? <Link href={href(one.href)}>{one.label}</Link> : one.label}</span>
            <span>{dateText(one.day).replace(/ \d{4}$/, '')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Weeks begin on Monday. */
function Month({ month, marked }: { month: string; marked: ReadonlySet<string> }) {
  const [year, at] = month.split('-').map(Number) as [number, number];
  const length = new Date(Date.UTC(year, at, 0)).getUTCDate();
  const before = (new Date(Date.UTC(year, at - 1, 1)).getUTCDay() + 6) % 7;
  return (
    <div className={classes.month} aria-hidden>
      {Array.from({ length: before }, (_, empty) => (
        <i key={`empty ${empty}`} />
      ))}
      {Array.from({ length }, (_, index) => {
        const day = `${month}-${String(index + 1).padStart(2, '0')}`;
        return (
          <i key={day} data-marked={marked.has(day) || undefined}>
            {index + 1}
          </i>
        );
      })}
    </div>
  );
}
