import { addDays } from '#kernel/dates.ts';
import { LinkButton } from '#ui/button.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import classes from './registers.module.css';

/** The day before, the day, and the one after: never a day that has not come. */
export function DayNav({ onDate, today }: { onDate: string; today: string }) {
  const { here, go } = useAddress();
  return (
    <nav className={classes.days} aria-label="Day">
      <LinkButton preserveState href={here({ date: addDays(onDate, -1) })}>
        Day before
      </LinkButton>
      <div>
        <DatePickerField
          name="day"
          label="Day"
          max={today}
          value={onDate}
          onChange={(value) => value && value <= today && value !== onDate && go({ date: value })}
        />
      </div>
      {onDate < today && (
        <LinkButton preserveState href={here({ date: addDays(onDate, 1) })}>
          Day after
        </LinkButton>
      )}
      {onDate !== today && (
        <LinkButton tone="plain" preserveState href={here({ date: null })}>
          Today
        </LinkButton>
      )}
    </nav>
  );
}
