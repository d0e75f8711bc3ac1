import { useId } from 'react';
import { addDays } from '#kernel/dates.ts';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import classes from './registers.module.css';

/** The day before, the day, and the one after: never a day that has not come. */
export function DayNav({ onDate, today }: { onDate: string; today: string }) {
  const { here, go } = useAddress();
  const id = useId();
  return (
    <nav className={classes.days} aria-label="Day">
      <LinkButton small href={here({ date: addDays(onDate, -1) })}>
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
        <LinkButton small href={here({ date: addDays(onDate, 1) })}>
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
