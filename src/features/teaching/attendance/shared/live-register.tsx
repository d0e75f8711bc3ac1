import { useEffect, useMemo } from 'react';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';
import { type RegisterDevice, shownIn, type DeviceState } from '../device/register-device.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import { OutboxNotes } from './outbox-notes.tsx';
import { progressOf } from '../device/register-progress.ts';
import { progressText } from './progress-badge.tsx';
import { RegisterSheet } from './register-sheet.tsx';
import type { ShownRow } from './register-rows.ts';

interface LiveRegisterProps {
  device: RegisterDevice;
  state: DeviceState;
  place: Place;
  label: string;
  rows: readonly ShownRow[];
  /** What the server has. */
  base: ReadonlyMap<number, Mark>;
  codes: readonly Code[];
  isOpen: boolean;
  needsReason: boolean;
  timeZone: string | undefined;
  /** What was saved may have arrived: the page looks again. */
  onSent(): void;
}

/** A register with what waits for it on the device; it works the same with and without a network. */
export function LiveRegister(props: LiveRegisterProps) {
  const { device, state, label, rows, base, codes, isOpen, needsReason, onSent } = props;
  const { outbox, fresh } = state;
  const { batchId, onDate, sitting, offeringId } = props.place;
  const place = useMemo(() => ({ batchId, onDate, sitting, offeringId }), [batchId, onDate, sitting, offeringId]);
  const entries = outbox.filter((entry) => placeKey(entry) === placeKey(place));
  const saved = useMemo(() => shownIn({ outbox, fresh }, place, base), [outbox, fresh, place, base]);
  const progress = progressOf(state, place, true);
  useEffect(() => device.forgetFresh(place), [device, place, base]);
  return (
    <>
      <OutboxNotes device={device} entries={entries} codes={codes} state={state} />
      <RegisterSheet
        key={placeKey(place)}
        rows={rows}
        saved={saved}
        codes={codes}
        isOpen={isOpen}
        needsReason={needsReason}
        done={progress.is === 'taken' ? 'Saved' : progressText(progress, props.timeZone)}
        draft={device.draftOf(place)}
        onDraft={(marks) => void device.keepDraft(place, marks).catch(() => {})}
        onSave={async (marks, reason) => {
          const { sent } = await device.save({ ...place, label, marks, reason });
          void sent.then(() => device.now().isAway || device.now().isSignedOut || onSent());
        }}
      />
    </>
  );
}
