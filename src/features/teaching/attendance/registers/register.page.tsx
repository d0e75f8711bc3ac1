import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { useMemo } from 'react';
import { PageHeader } from '#ui/page-header.tsx';
import { zoneOf } from '#ui/zone.ts';
import { EmptyState } from '#ui/states.tsx';
import { ownerOf } from '#web/client/drafts.ts';
import type { PropsOf } from '#web/page.ts';
import type { registerPage } from '../attendance.pages.ts';
import { useRegisterDevice } from '../device/browser-world.ts';
import { progressOf } from '../device/register-progress.ts';
import { LiveRegister } from '../shared/live-register.tsx';
import { ProgressBadge } from '../shared/progress-badge.tsx';
import { dateTimeText } from '#ui/format.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Correction } from './register-page.queries.ts';
import type { ShownRow } from '../shared/register-rows.ts';
import { markLabel, longDayLabel, registerLabel } from '../shared/outbox-notes.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { sittingName, afternoon, isLesson, lessonSitting, morning } from '../mark-kinds.ts';
import classes from './register-page.module.css';
import { Link } from '#ui/link.tsx';
import type { RegisterPlace } from './place.queries.ts';

/** One register: of a batch on a day, or of a lesson in it. */
export default function RegisterPage({ sheet }: PropsOf<typeof registerPage>) {
  const { place, rows, codes, taken, closed, needsReason, corrections } = sheet;
  const { batchId, batch, course, onDate, sitting, offeringId } = place;
  const timeZone = zoneOf(place.institutionId);
  const { href } = useAddress();
  const { device, state } = useRegisterDevice(ownerOf(usePage().props)!);
  const base = useMemo(() => new Map(rows.flatMap(({ id, mark }) => (mark ? [[id, mark] as const] : []))), [rows]);
  const isOpen = closed === null;
  const registerPlace = { batchId, onDate, sitting, offeringId };
  return (
    <>
      <PageHeader
        title={[batch, course].filter(Boolean).join(' · ')}
        windowTitle={`Register, ${batch}, ${sittingName(sitting)}`}
        breadcrumbs={[{ label: 'Registers', href: href('/registers', { date: onDate }) }]}
        more={[
          {
            label: course ? 'Month of this course' : 'Monthly register',
            href: href(`/registers/${batchId}/month`, {
              month: onDate.slice(0, 7),
              offering: offeringId,
              date: null,
              sitting: null,
            }),
          },
        ]}
        badge={<ProgressBadge progress={progressOf(state, registerPlace, taken !== null)} timeZone={timeZone} />}
        description={
          <>
            {longDayLabel(onDate)}
            {course && ` · ${sittingName(sitting)}`}
            {taken && ` · taken by ${taken.takenBy ?? 'someone'}, ${dateTimeText(taken.takenAt, timeZone)}`}
          </>
        }
      />
      <SittingTabs place={place} />
      {closed && <p className={classes.note}>{closed}</p>}
      {rows.length === 0 ? (
        <EmptyState title="No students">No students were in {batch} on this day.</EmptyState>
      ) : (
        <LiveRegister
          device={device}
          state={state}
          rows={rows}
          base={base}
          codes={codes}
          isOpen={isOpen}
          needsReason={needsReason}
          timeZone={timeZone}
          place={registerPlace}
          label={registerLabel(batch, course, onDate, sitting)}
          onSent={() => router.reload({ only: ['sheet'], onNetworkError: () => false })}
        />
      )}
      <Corrections corrections={corrections} rows={rows} codes={codes} />
    </>
  );
}

interface CorrectionsProps {
  corrections: readonly Correction[];
  rows: readonly ShownRow[];
  codes: readonly Code[];
}

/** What was changed after the day, and why. */
function Corrections({ corrections, rows, codes }: CorrectionsProps) {
  if (corrections.length === 0) return null;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (
    <section className={classes.corrections}>
      <h2>Corrected after the day</h2>
      <ul>
        {corrections.map(({ id, studentId, before, after, reason, by, at }) => (
          <li key={id}>
            <b>{names.get(studentId) ?? 'A former student'}</b>: {markLabel(before, codes)} → {markLabel(after, codes)}.{' '}
            “{reason}” {by ?? 'Someone'}, {dateTimeText(at)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** More than a school day has. */
const mostPeriods = 12;

/**
 * Morning and afternoon of a whole day; the periods of a lesson, where no timetable says which it is. Links of their own: the frame of records would double what a teacher’s phone loads. */
function SittingTabs({ place }: { place: RegisterPlace }) {
  const { href } = useAddress();
  const { batchId, onDate, sitting, offeringId, taken, sittings, isTimed } = place;
  const link = (one: number, words: string, label?: string) => (
    <Link
      key={one}
      href={href(`/registers/${batchId}`, { date: onDate, sitting: one, offering: offeringId })}
      aria-label={label}
      aria-current={one === sitting ? 'page' : undefined}
    >
      {words}
    </Link>
  );
  if (isLesson(sitting)) {
    if (isTimed || taken !== 'lessons') return null;
    const last = Math.max(mostPeriods, sitting - lessonSitting(0));
    return (
      <nav className={classes.tabs} aria-label="Period of the lesson">
        <span>Period</span>
        {Array.from({ length: last }, (_, at) => link(lessonSitting(at + 1), String(at + 1), `Period ${at + 1}`))}
      </nav>
    );
  }
  if (taken !== 'twice' || sittings < 2) return null;
  return (
    <nav className={classes.tabs} aria-label="Registers of the day">
      {[morning, afternoon].map((one) => link(one, sittingName(one)))}
    </nav>
  );
}
