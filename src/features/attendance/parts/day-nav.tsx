import { useId } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import classes from './registers.module.css';

const shifted = (day: string, by: number) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);

/** The day before, the day, and the one after: never a day that has not come. */
export function DayNav({ onDate, today }: { onDate: string; today: string }) {
  const { here, go } = useAddress();
  const id = useId();
  return (
    <nav className={classes.days} aria-label="Day">
      <LinkButton small href={here({ date: shifted(onDate, -1) })}>
        Day before
      </LinkButton>
      <label htmlFor={id} className="visually-hidden">
        Day
      </label>
      <input
        id={id}
        type="date"
        max={today}
        value={onDate}
        onChange={({ target }) => target.value && target.value <= today && go({ date: target.value })}
      />
      {onDate < today && (
        <LinkButton small href={here({ date: shifted(onDate, 1) })}>
          Day after
        </LinkButton>
      )}
      {onDate !== today && (
        <LinkButton small tone="plain" href={here({ date: null })}>
          Today
        </LinkButton>
      )}
    </nav>
  );
}
