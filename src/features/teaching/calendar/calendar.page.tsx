import { useState } from 'react';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { PropsOf } from '#web/page.ts';
import { DayDialog, EntryLine } from './day-dialog.tsx';
import { InLieuCard } from './in-lieu-card.tsx';
import { MonthGrid } from './month-grid.tsx';
import { WeekList } from './week-list.tsx';
import type { CalendarDay } from './view/calendar-page.queries.ts';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { calendarPage, CalendarPageProps } from './calendar.routes.ts';
import { daysText, entriesOn } from './shared/day-labels.ts';
import { LinkButton, Button, PrimaryLink } from '#ui/button.tsx';
import classes from './calendar.module.css';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';
import { PeriodBar, PeriodTurn } from '#ui/period-bar.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { addDays } from '#kernel/dates.ts';
import { addMonths, mondayOf } from './view/period.ts';
import { monthName } from '#ui/format.ts';

/** School days, holidays and events of a month or a week. */
export default function CalendarPage(props: PropsOf<typeof calendarPage>) {
  const { view, day, today, days, entries, institutionId, offer, proposed, can } = props;
  const { href } = useAddress();
  const [opened, setOpened] = useState<CalendarDay | null>(null);
  const here = { institution_id: props.institutions.length > 1 ? institutionId : null };
  const Days = view === 'week' ? WeekList : MonthGrid;
  return (
    <>
      <PageHeader
        title="Calendar"
        action={
          can.edit && (
            <PrimaryLink href={href('/calendar-entries/new', { ...here, day: inView(days, day, today) })}>
              Add to calendar
            </PrimaryLink>
          )
        }
        more={[
          { label: 'Subscribe with your phone', href: href('/calendar/subscription') },
          { label: 'Times school opened', href: href('/calendar/school-days', here) },
          { label: 'National holidays', href: href('/calendar/holidays', here) },
          { label: view === 'week' ? 'Print week' : 'Print month', onSelect: () => window.print() },
        ]}
      />
      {offer && <HolidayOffer {...offer} href={href('/calendar/holidays', here)} />}
      {proposed.length > 0 && (
        <div className={`${classes.offer} no-print`}>
          <InLieuCard proposed={proposed} />
        </div>
      )}
      <CalendarBar {...props} />
      <div className={classes.sheet}>
        <p className={classes.printed}>{view === 'week' ? daysText(days[0]!.day, days.at(-1)!.day) : monthName(day)}</p>
        <Days day={day} today={today} days={days} entries={entries} onOpen={setOpened} />
      </div>
      <p className={`${classes.legend} no-print`}>
        <span className={classes.noSchool}>No school</span>
        <span className={classes.holiday}>Holiday</span>
        <span className={classes.half}>Half day</span>
        <span className={classes.event}>Event</span>
      </p>
      <ListEnd shown={entries.length} isMore={props.isMore} of="entries" next="Open the week to see all of a day." />
      {view === 'month' && <Agenda days={days} entries={entries} day={day} onOpen={setOpened} />}
      <DayDialog
        day={opened}
        entries={opened ? entriesOn(entries, opened.day) : []}
        institutionId={institutionId}
        canEdit={can.edit}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

/** What is new begins today, if today is shown. */
const inView = (days: CalendarDay[], day: string, today: string) =>
  days.some((one) => one.day === today) ? today : day;

type AgendaProps = Pick<PropsOf<typeof calendarPage>, 'days' | 'entries' | 'day'> & {
  onOpen: (day: CalendarDay) => void;
};

/** On a phone, what the dots of the month are. */
function Agenda({ days, entries, day, onOpen }: AgendaProps) {
  const month = day.slice(0, 7);
  const shown = entries.filter(({ startsOn, endsOn }) => startsOn.slice(0, 7) <= month && endsOn.slice(0, 7) >= month);
  const inOrder = shown.toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1));
  const firstDayOf = (startsOn: string) => days.find((one) => one.day >= startsOn)!;
  return (
    <div className={`${classes.agenda} no-print`}>
      <h3>{monthName(day)}</h3>
      {shown.length === 0 && <p>No holidays or events.</p>}
      <ul>
        {inOrder.map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={() => onOpen(firstDayOf(entry.startsOn))}>
              <EntryLine entry={entry} withDays />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** For sessions from before holidays came with them. */
function HolidayOffer({ session, sessionId, href }: { session: string; sessionId: number; href: string }) {
  return (
    <div className={`${classes.offer} no-print`}>
      <Card title={`${session} has no national holidays yet`}>
        <p>
          Add all of Nigeria’s public holidays: Independence Day, Christmas, Easter, Eid and others. Days on which
          registers were taken aren’t changed.
        </p>
        <div className={classes.offerButtons}>
          <Button
            small
            onClick={() => post('/calendar/holidays', { sessionId: String(sessionId), all: 'on', to: 'calendar' })}
          >
            Add national holidays
          </Button>
          <LinkButton small tone="plain" href={href}>
            Choose holidays
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}

/** Which month or week is shown, and the ways to others. */
function CalendarBar({ view, day, today, ...of }: CalendarPageProps) {
  const { here } = useAddress();
  const isWeek = view === 'week';
  const turned = (by: number) => here({ day: isWeek ? addDays(day, 7 * by) : addMonths(day, by) });
  const monday = mondayOf(day);
  return (
    <PeriodBar tour="calendar-period">
      <PeriodTurn period={isWeek ? 'week' : 'month'} before={turned(-1)} after={turned(1)}>
        <LinkButton href={here({ day: today })} preserveScroll>
          Today
        </LinkButton>
      </PeriodTurn>
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
    </PeriodBar>
  );
}
