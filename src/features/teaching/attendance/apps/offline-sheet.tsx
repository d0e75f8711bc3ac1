import { useMemo, useSyncExternalStore } from 'react';
import { formatTimes } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { present, type Mark } from '../marks/mark.ts';
import { sittingName } from '../mark-kinds.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import type { Pack } from '../device/pack.queries.ts';
import { progressOf } from '../device/register-progress.ts';
import type { RegisterDevice } from '../device/register-device.ts';
import { LiveRegister } from '../shared/live-register.tsx';
import { ProgressBadge } from '../shared/progress-badge.tsx';
import { dayWords, registerLabel } from '../shared/sitting-words.ts';
import { lessonAt } from './offline-places.ts';
import classes from './offline-registers.module.css';

interface OfflineSheetProps {
  device: RegisterDevice;
  place: Place;
  batch: Pack['batches'][number];
  pack: Pack;
  onBack(): void;
}

/** One register, from what this device has kept. */
export function OfflineSheet({ device, place, batch, pack, onBack }: OfflineSheetProps) {
  const state = useSyncExternalStore(device.subscribe, device.now);
  const { codes, timeZone } = pack.institutions.find(({ id }) => id === batch.institutionId)!;
  const lesson = lessonAt(pack, place);
  const called = lesson?.studentIds && new Set(lesson.studentIds);
  const students = called ? batch.students.filter(({ id }) => called.has(id)) : batch.students;
  const base = useMemo(() => baseIn(pack, place), [pack, place]);
  return (
    <>
      <p>
        <Button small onClick={onBack}>
          Registers
        </Button>
      </p>
      <h1>{[batch.name, lesson?.course].filter(Boolean).join(' · ')}</h1>
      <p>
        {dayWords(place.onDate)}
        {place.sitting > 0 && ` · ${sittingName(place.sitting)}`}
        {lesson && `, ${formatTimes(lesson.startsAt, lesson.endsAt)}`}{' '}
        <ProgressBadge progress={progressOf(state, place, base.size > 0)} timeZone={timeZone} />
      </p>
      <LiveRegister
        device={device}
        state={state}
        place={place}
        base={base}
        codes={codes}
        label={registerLabel(batch.name, lesson?.course ?? null, place.onDate, place.sitting)}
        rows={students.map((one) => ({ ...one, isFormer: false }))}
        isOpen
        needsReason={false}
        onSent={() => {}}
      />
      <p className={classes.quiet}>
        This list was fetched when this device was last connected. Who has joined since is asked for once it is.
      </p>
    </>
  );
}

/** What the server had when the device last met it. */
function baseIn(pack: Pack, place: Place): Map<number, Mark> {
  const register = pack.registers.find((one) => placeKey(one) === placeKey(place));
  if (!register) return new Map();
  const marks = new Map<number, Mark>(register.roll.map((id) => [id, present]));
  for (const { studentId, ...mark } of register.marks) marks.set(studentId, mark);
  return marks;
}
