import { Link } from '#ui/link.tsx';
import { useRef, type TouchEvent } from 'react';
import { addDays, formatTime } from '#kernel/dates.ts';
import { LinkButton } from '#ui/button.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { IconChevronLeft, IconChevronRight } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { isoWeekday } from './week-days.ts';
import { WeekList } from '../shared/week-list.tsx';
import classes from '../shared/week.module.css';
import type { weekPage, WeekProps } from '../timetable.pages.ts';
import { weekdayName } from '../timetable.ts';
import { cx } from '#ui/cx.ts';
import { dayLines, type ShownWeek } from './day-lines.ts';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useTerms } from '#web/client/use-terms.ts';

const swipe = 60;

/** The timetable of a day, on a phone, and of a week. */
export default function WeekPage(props: PropsOf<typeof weekPage>) {
  const { subject, own, day, today, from, until, others, can } = props;
  const { here, href, go } = useAddress();
  const begun = useRef<{ x: number; y: number } | null>(null);
  const parameter = subject && `${subject.kind}_id`;
  const sheet = (paper: 'A4' | 'A3') => href('/my-timetable.pdf', { paper, day, [parameter!]: String(subject!.id) });
  const onTouchEnd = (event: TouchEvent) => {
    const touch = event.changedTouches[0];
    if (!begun.current || !touch) return;
    const [across, down] = [touch.clientX - begun.current.x, touch.clientY - begun.current.y];
    begun.current = null;
    if (Math.abs(across) > swipe && Math.abs(across) > 2 * Math.abs(down))
      go({ day: addDays(day, across < 0 ? 1 : -1) });
  };
  const step = (days: number, label: string, icon: React.ReactNode) => (
    <Link href={here({ day: addDays(day, days) })} preserveScroll preserveState aria-label={label}>
      {icon}
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Timetable"
        windowTitle={subject ? `Timetable, ${subject.name}` : 'Timetable'}
        description={subject && [subject.name, subject.hint].filter(Boolean).join(', ')}
        action={
          subject && (
            <LinkButton external href={sheet('A4')}>
              Print week
            </LinkButton>
          )
        }
        more={
          subject
            ? [
                {
                  label: `Print ${weekdayName(isoWeekday(day))}, ${dateText(day)} (PDF)`,
                  href: href('/my-timetable/day.pdf', { day, [parameter!]: String(subject.id) }),
                  external: true,
                },
                { label: 'Print week on A3 (PDF)', href: sheet('A3'), external: true },
                ...(can.subscribe
                  ? [{ label: 'Subscribe with your phone', href: href('/calendar/subscription') }]
                  : []),
              ]
            : []
        }
      />
      {own.length > 1 && (
        <nav className={classes.own} aria-label="Whose timetable">
          {own.map((one) => (
            <LinkButton
              key={`${one.kind} ${one.id}`}
              small
              preserveScroll
              preserveState
              tone={one.kind === subject?.kind && one.id === subject.id ? 'primary' : 'quiet'}
              aria-current={one.kind === subject?.kind && one.id === subject.id ? 'page' : undefined}
              href={here({
                employee_id: null,
                student_id: null,
                batch_id: null,
                room_id: null,
                [`${one.kind}_id`]: String(one.id),
              })}
            >
              {one.name}
            </LinkButton>
          ))}
        </nav>
      )}
      <SubjectChoice subject={subject} others={others} />
      {subject === null || parameter === null ? (
        <EmptyState title="No timetable here">
          Your account is not linked to a student or an employee. Ask your ICT administrator.
        </EmptyState>
      ) : (
        <>
          <div
            className={classes.dayOnly}
            onTouchStart={({ touches }) => {
              const touch = touches[0];
              begun.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
            }}
            onTouchEnd={onTouchEnd}
          >
            <div className={classes.days}>
              {step(-1, 'Day before', <IconChevronLeft />)}
              <h2>
                {weekdayName(isoWeekday(day))}, {dateText(day)}
              </h2>
              {step(1, 'Day after', <IconChevronRight />)}
            </div>
            <DayList {...props} />
          </div>
          <div className={classes.weekOnly}>
            <div className={classes.days}>
              {step(-7, 'Week before', <IconChevronLeft />)}
              <h2>
                {dateText(from)} to {dateText(until)}
              </h2>
              {step(7, 'Week after', <IconChevronRight />)}
            </div>
            <WeekList {...props} caption={`Timetable of ${subject.name}`} />
          </div>
          {(day < from || day !== today) && (
            <p className={classes.back}>
              <Link href={here({ day: null })}>Today</Link>
            </p>
          )}
        </>
      )}
    </>
  );
}

type DayListProps = Pick<WeekProps, 'day' | 'today' | 'now'> & ShownWeek;

/** A day as a list, with what is on now marked. */
function DayList({ day, today, now, ...week }: DayListProps) {
  const known = week.days.find((one) => one.day === day);
  if (known?.closed) return <p className={classes.closed}>{known.closed}: no lessons.</p>;
  const lines = dayLines(day, week, day === today ? now : null);
  if (lines.length === 0) return <p className={classes.closed}>No lessons on this day.</p>;
  return (
    <>
      {known?.note && <p>{known.note}</p>}
      <ol className={classes.list}>
        {lines.map((line) => (
          <li
            key={line.startsAt}
            className={cx(classes.item, line.isPause && classes.pause, line.isNow && classes.now)}
            aria-current={line.isNow ? 'time' : undefined}
          >
            <time>
              <b>{formatTime(line.startsAt)}</b>
              {!line.isPause && formatTime(line.endsAt)}
            </time>
            <div>
              {line.lessons.length === 0 ? (
                <p>{line.isPause ? line.name : 'Free'}</p>
              ) : (
                line.lessons.map(({ partId, title, about }) => (
                  <div key={partId}>
                    <p>
                      <b>{title}</b>
                      {line.isNow && ' · now'}
                    </p>
                    <p className={classes.about}>{about}</p>
                  </div>
                ))
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

const none = { employee_id: null, student_id: null, batch_id: null, room_id: null };

/** Looks up the timetable of a batch, a teacher or a room. */
function SubjectChoice({ subject, others }: Pick<WeekProps, 'subject' | 'others'>) {
  const { go, href } = useAddress();
  const words = useTerms(subject?.institutionId);
  if (!others) return null;
  const options = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const valueOf = (kind: string) => (subject?.kind === kind ? String(subject.id) : '');
  return (
    <div className={classes.bar} data-tour="timetable-lookup">
      <SelectField
        name="batch_id"
        label={words.batch}
        placeholder="None"
        options={options(others.batches)}
        value={valueOf('batch')}
        onChange={(event) => go({ ...none, batch_id: event.currentTarget.value || null })}
      />
      {others.canFindTeachers && (
        <SearchSelectField
          key={valueOf('employee')}
          name="employee_id"
          label="Teacher"
          placeholder="None"
          search={href('/timetable/teacher-options')}
          defaultChoice={subject?.kind === 'employee' ? { value: String(subject.id), label: subject.name } : undefined}
          onChange={(choice) => choice && go({ ...none, employee_id: choice.value })}
        />
      )}
      {others.rooms.length > 0 && (
        <SelectField
          name="room_id"
          label="Room"
          placeholder="None"
          options={options(others.rooms)}
          value={valueOf('room')}
          onChange={(event) => go({ ...none, room_id: event.currentTarget.value || null })}
        />
      )}
    </div>
  );
}
