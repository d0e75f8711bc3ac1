import { router } from '@inertiajs/core';
import { usePage } from '#ui/hooks/use-page.ts';
import { useMemo } from 'react';
import { dateTimeText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { zoneOf } from '#ui/zone.ts';
import { EmptyState } from '#ui/states.tsx';
import { ownerOf } from '#web/client/drafts.ts';
import type { PropsOf } from '#web/page.ts';
import type { registerPage } from '../attendance.pages.ts';
import { useRegisterDevice } from '../device/use-register-device.ts';
import { progressOf } from '../device/register-progress.ts';
import { sittingName } from '../mark-kinds.ts';
import { Corrections } from './corrections.tsx';
import { LiveRegister } from '../shared/live-register.tsx';
import { dayWords, registerLabel } from '../shared/sitting-words.ts';
import classes from './register-page.module.css';
import { ProgressBadge } from '../shared/progress-badge.tsx';
import { SittingTabs } from './sitting-tabs.tsx';

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
            {dayWords(onDate)}
            {course && ` · ${sittingName(sitting)}`}
            {taken && ` · taken by ${taken.takenBy ?? 'somebody'}, ${dateTimeText(taken.takenAt, timeZone)}`}
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
          place={registerPlace}
          label={registerLabel(batch, course, onDate, sitting)}
          onSent={() => router.reload({ only: ['sheet'], onNetworkError: () => false })}
        />
      )}
      <Corrections corrections={corrections} rows={rows} codes={codes} />
    </>
  );
}
