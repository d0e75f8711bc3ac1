import { addMonths } from '#features/teaching/calendar/view/period.ts';
import { addDays } from '#kernel/dates.ts';
import { LinkButton } from '#ui/button.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { MonthProps } from '../attendance.pages.ts';
import classes from './month.module.css';

/** Which month or week, and of which course where registers are taken by lesson. */
export function MonthNav({ register, courses }: MonthProps) {
  const { here, go } = useAddress();
  const { period, today, offeringId } = register;
  const words = useWords(register.institutionId);
  const isWeek = period.kind === 'week';
  const turned = (by: number) =>
    isWeek
      ? here({ week: addDays(period.from, 7 * by), month: null })
      : here({ month: addMonths(period.from, by).slice(0, 7), week: null });
  const day = period.from <= today && period.to >= today ? today : period.from;
  return (
    <div className={`${classes.bar} no-print`} data-tour="month-period">
      <div className={classes.turn}>
        <LinkButton href={turned(-1)} preserveScroll aria-label={`Previous ${period.kind}`}>
          <IconChevronLeft />
        </LinkButton>
        {period.to < today && (
          <LinkButton href={turned(1)} preserveScroll aria-label={`Next ${period.kind}`}>
            <IconChevronRight />
          </LinkButton>
        )}
      </div>
      <Tabs
        label="Period"
        items={[
          { label: 'Month', href: here({ month: day.slice(0, 7), week: null }), active: !isWeek },
          { label: 'Week', href: here({ week: day, month: null }), active: isWeek },
        ]}
      />
      {courses.length > 0 && (
        <SelectField
          name="offering"
          label={words.course}
          placeholder={`Choose a ${words.course.toLowerCase()}`}
          value={String(offeringId ?? '')}
          onChange={({ target }) => go({ offering: target.value || null })}
          options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      )}
    </div>
  );
}
