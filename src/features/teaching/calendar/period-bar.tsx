import { LinkButton } from '#ui/button.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.tsx';
import { Tabs } from '#ui/records/tabs.tsx';
import { addDays } from '#kernel/dates.ts';
import type { CalendarPageProps } from './calendar.pages.ts';
import { addMonths, mondayOf } from './view/period.ts';
import { daysText, monthName } from './shared/day-words.ts';
import classes from './calendar.module.css';

/** Which month or week is shown, and the ways to others. */
export function PeriodBar({ view, day, today, ...of }: CalendarPageProps) {
  const { here } = useAddress();
  const isWeek = view === 'week';
  const turned = (by: number) => here({ day: isWeek ? addDays(day, 7 * by) : addMonths(day, by) });
  const monday = mondayOf(day);
  const word = isWeek ? 'week' : 'month';
  return (
    <div className={`${classes.bar} no-print`} data-tour="calendar-period">
      <div className={classes.turn}>
        <LinkButton href={turned(-1)} preserveScroll aria-label={`Previous ${word}`}>
          <IconChevronLeft />
        </LinkButton>
        <LinkButton href={here({ day: today })} preserveScroll>
          Today
        </LinkButton>
        <LinkButton href={turned(1)} preserveScroll aria-label={`Next ${word}`}>
          <IconChevronRight />
        </LinkButton>
      </div>
      <Tabs
        label="View"
        items={[
          { label: 'Month', href: here({ view: null, day }), active: !isWeek },
          { label: 'Week', href: here({ view: 'week', day }), active: isWeek },
        ]}
      />
      <h2 aria-live="polite">{isWeek ? daysText(monday, addDays(monday, 6)) : monthName(day)}</h2>
      <div className={classes.institution}>
        <InstitutionSwitch institutionId={of.institutionId} institutions={of.institutions} />
      </div>
    </div>
  );
}
