import { StrictMode, useEffect, useState, useSyncExternalStore, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { applyColorScheme, watchColorScheme } from '#ui/theme/color-scheme.ts';
import { deviceOf, meetServer, ownerHere, type Owner } from '../device/browser-world.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import type { RegisterDevice } from '../device/register-device.ts';
import { OutboxNotes, longDayLabel, registerLabel } from '../shared/outbox-notes.tsx';
import { addressOf, placeInAddress, lessonAt, todayIn } from './offline-places.ts';
import classes from './offline-registers.module.css';
import { formatTimes } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { present, type Mark } from '../marks/mark.ts';
import { sittingName, afternoon, morning, wholeDay } from '../mark-kinds.ts';
import type { Pack } from '../device/pack.queries.ts';
import { progressOf } from '../device/register-progress.ts';
import { LiveRegister } from '../shared/live-register.tsx';
import { ProgressBadge } from '../shared/progress-badge.tsx';

const lookEvery = 8000;

/** Registers from what this device has kept, for the person whose session lasts here. */
function OfflineRegisters() {
  const [owner, setOwner] = useState<Owner | null | undefined>();
  const [device, setDevice] = useState<RegisterDevice | null>(null);
  useEffect(() => {
    void (async () => {
      const found = await ownerHere();
      if (found) {
        const kept = deviceOf(found.accountId);
        await kept.load().catch(() => {});
        setDevice(kept);
      }
      setOwner(found);
    })();
  }, []);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <b>Akada</b>
        <span>Offline registers{owner && ` · ${owner.name}`}</span>
      </header>
      <main className={classes.main}>
        {device && owner ? (
          <Registers device={device} />
        ) : (
          owner === null && (
            <>
              <h1>Nothing to show offline</h1>
              <p>Nobody is signed in on this device. Sign in when you’re online; unsent registers are kept.</p>
              <a href="/registers">Try again</a>
            </>
          )
        )}
      </main>
    </div>
  );
}

function Registers({ device }: { device: RegisterDevice }) {
  const state = useSyncExternalStore(device.subscribe, device.now);
  const [place, setPlace] = useState<Place | null>(() => placeInAddress(state.pack));
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    let wasMet = false;
    const look = async () => {
      // Connected again: what it has is good for a while.
      if (wasMet && device.isPackRecent()) return device.flush();
      const met = await meetServer().catch(() => 'away' as const);
      wasMet = met !== 'away' && met !== 'signedOut';
      setBack(wasMet);
    };
    void look();
    const again = () => void look();
    window.addEventListener('online', again);
    const timer = setInterval(again, lookEvery);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [device]);
  const { pack } = state;
  const batch = pack?.batches.find(({ id }) => id === place?.batchId);
  const open = (next: Place | null) => {
    setPlace(next);
    history.replaceState(null, '', next ? addressOf(next) : '/registers');
  };
  return (
    <>
      {isBack && (
        <p className={classes.back} role="status">
          You’re back online. <a href={place ? addressOf(place) : '/registers'}>Open this page in Akada</a>
        </p>
      )}
      {batch && place ? (
        <OfflineSheet device={device} place={place} batch={batch} pack={pack!} onBack={() => open(null)} />
      ) : (
        <>
          <OutboxNotes device={device} entries={state.outbox} state={state} />
          <RegisterChoice
            pack={pack}
            onOpen={open}
            isWaiting={(one) => state.outbox.some((entry) => placeKey(entry) === placeKey(one))}
          />
        </>
      )}
    </>
  );
}

interface OfflineSheetProps {
  device: RegisterDevice;
  place: Place;
  batch: Pack['batches'][number];
  pack: Pack;
  onBack(): void;
}

/** One register, from what this device has kept. */
function OfflineSheet({ device, place, batch, pack, onBack }: OfflineSheetProps) {
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
        {longDayLabel(place.onDate)}
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
        timeZone={timeZone}
        onSent={() => {}}
      />
      <p className={classes.quiet}>
        This list was loaded when this device was last online. Students who joined since then appear when it’s back
        online.
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

interface RegisterChoiceProps {
  pack: Pack | null;
  onOpen(place: Place): void;
  isWaiting(place: Place): boolean;
}

/** The registers of today that this device can take. */
function RegisterChoice({ pack, onOpen, isWaiting }: RegisterChoiceProps) {
  if (!pack || pack.batches.length === 0)
    return (
      <>
        <h1>No registers on this device</h1>
        <p>Open Registers once while online. Your own classes and lessons are then available here.</p>
      </>
    );
  return (
    <>
      <h1>Registers</h1>
      {pack.institutions.map((institution) => {
        const onDate = todayIn(institution.timeZone);
        const choices = choicesOn(pack, institution, onDate);
        return (
          <section key={institution.id}>
            <h2>
              {pack.institutions.length > 1 ? `${institution.name}, ${longDayLabel(onDate)}` : longDayLabel(onDate)}
            </h2>
            {choices.length === 0 && <p>{emptyWords(institution, onDate)}</p>}
            <ul className={classes.choices}>
              {choices.map(({ place, name, about }) => {
                const isTaken = pack.registers.some((one) => placeKey(one) === placeKey(place));
                return (
                  <li key={placeKey(place)}>
                    <button type="button" onClick={() => onOpen(place)}>
                      <span>
                        <b>{name}</b> {about}
                      </span>
                      <span>{isWaiting(place) ? 'Waiting to be sent' : isTaken ? 'Taken' : 'Not taken'}</span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </>
  );
}

type Institution = Pack['institutions'][number];

const dayOf = ({ days }: Institution, onDate: string) => days.find((one) => one.onDate === onDate);

const emptyWords = (institution: Institution, onDate: string): string =>
  institution.taken === 'lessons' && dayOf(institution, onDate)
    ? 'You have no lesson on this day, or this device hasn’t loaded it yet.'
    : 'There is no school on this day, or this device hasn’t loaded it yet.';

interface Choice {
  place: Place;
  name: string;
  about: string;
}

function choicesOn(pack: Pack, institution: Institution, onDate: string): Choice[] {
  const batches = pack.batches.filter(({ institutionId }) => institutionId === institution.id);
  if (institution.taken === 'lessons')
    return pack.lessons
      .filter((lesson) => lesson.onDate === onDate && batches.some(({ id }) => id === lesson.batchId))
      .map(({ batchId, sitting, offeringId, course, startsAt, endsAt }) => ({
        place: { batchId, onDate, sitting, offeringId },
        name: `${batches.find(({ id }) => id === batchId)!.name} · ${course}`,
        about: `${sittingName(sitting)}, ${formatTimes(startsAt, endsAt)}`,
      }));
  const day = dayOf(institution, onDate);
  const sittings = !day
    ? []
    : institution.taken === 'once'
      ? [wholeDay]
      : day.sittings === 1
        ? [morning]
        : [morning, afternoon];
  return batches.flatMap(({ id: batchId, name }) =>
    sittings.map((sitting) => ({
      place: { batchId, onDate, sitting, offeringId: null },
      name,
      about: sitting > 0 ? sittingName(sitting) : '',
    })),
  );
}

/* The page in which registers are taken without a network. It knows what the device has kept, and nothing else. */
applyColorScheme();
watchColorScheme();
createRoot(document.getElementById('registers')!).render(
  <StrictMode>
    <OfflineRegisters />
  </StrictMode>,
);
