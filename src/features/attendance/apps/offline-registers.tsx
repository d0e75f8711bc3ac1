import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/button.tsx';
import { present, type Mark } from '../marks/mark.ts';
import { afternoon, morning, sittingName, wholeDay } from '../mark-kinds.ts';
import { deviceOf, meetServer } from '../device/browser-world.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import type { Pack } from '../device/pack.queries.ts';
import type { RegisterDevice } from '../device/register-device.ts';
import { ownerHere, type Owner } from '../device/sealed-store.ts';
import { LiveRegister } from '../parts/live-register.tsx';
import { OutboxNotes } from '../parts/outbox-notes.tsx';
import { dayWords, registerLabel } from '../parts/sitting-words.ts';
import classes from './offline-registers.module.css';

type Batch = Pack['batches'][number];

/** Registers from what this device has kept, for the person whose session lasts here. */
export function OfflineRegisters() {
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
        <span>Registers without a connection{owner && ` · ${owner.name}`}</span>
      </header>
      <main className={classes.main}>
        {device && owner ? (
          <Registers device={device} />
        ) : (
          owner === null && (
            <>
              <h1>Nothing to show without a connection</h1>
              <p>
                Nobody is signed in on this device. Sign in when there is a connection; what waits to be sent is kept.
              </p>
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
    const look = async () => {
      const met = await meetServer().catch(() => 'away' as const);
      setBack(met !== 'away' && met !== 'signedOut');
    };
    void look();
    window.addEventListener('online', () => void look());
    const timer = setInterval(() => void look(), 20_000);
    return () => clearInterval(timer);
  }, []);
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
          You are connected again. <a href={place ? addressOf(place) : '/registers'}>Go on in Akada</a>
        </p>
      )}
      {batch && place ? (
        <Sheet {...{ device, place, batch, pack: pack! }} onBack={() => open(null)} />
      ) : (
        <>
          <OutboxNotes
            {...{ device }}
            entries={state.outbox}
            isSending={state.isSending}
            isSignedOut={state.isSignedOut}
          />
          <Choice
            pack={pack}
            onOpen={open}
            isWaiting={(one) => state.outbox.some((entry) => placeKey(entry) === placeKey(one))}
          />
        </>
      )}
    </>
  );
}

/** Today where the institution is, by the clock of the device. */
const todayIn = (timeZone: string) => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts();
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return `${of('year')}-${of('month')}-${of('day')}`;
};

const addressOf = ({ batchId, onDate, sitting }: Place) => `/registers/${batchId}?date=${onDate}&sitting=${sitting}`;

function placeInAddress(pack: Pack | null): Place | null {
  const batchId = Number(/^\/registers\/(\d+)$/.exec(location.pathname)?.[1]);
  const batch = pack?.batches.find(({ id }) => id === batchId);
  if (!batch) return null;
  const search = new URLSearchParams(location.search);
  const { timeZone } = pack!.institutions.find(({ id }) => id === batch.institutionId)!;
  return {
    ...{ batchId, onDate: search.get('date') ?? todayIn(timeZone) },
    ...{ sitting: Number(search.get('sitting') ?? morning), offeringId: null },
  };
}

interface ChoiceProps {
  pack: Pack | null;
  onOpen(place: Place): void;
  isWaiting(place: Place): boolean;
}

/** The registers of today that this device can take. */
function Choice({ pack, onOpen, isWaiting }: ChoiceProps) {
  if (!pack || pack.batches.length === 0)
    return (
      <>
        <h1>No registers on this device</h1>
        <p>Open Registers once with a connection; the classes that you lead are then kept here.</p>
      </>
    );
  return (
    <>
      <h1>Registers</h1>
      {pack.institutions.map((institution) => {
        const onDate = todayIn(institution.timeZone);
        const day = institution.days.find((one) => one.onDate === onDate);
        const sittings = !day
          ? []
          : institution.taken === 'once'
            ? [wholeDay]
            : day.sittings === 1
              ? [morning]
              : [morning, afternoon];
        return (
          <section key={institution.id}>
            <h2>{pack.institutions.length > 1 ? `${institution.name}, ${dayWords(onDate)}` : dayWords(onDate)}</h2>
            {sittings.length === 0 && <p>There is no school on this day, or this device does not know it yet.</p>}
            <ul className={classes.choices}>
              {pack.batches
                .filter(({ institutionId }) => institutionId === institution.id)
                .flatMap((batch) => sittings.map((sitting) => ({ batch, sitting })))
                .map(({ batch, sitting }) => {
                  const place = { batchId: batch.id, onDate, sitting, offeringId: null };
                  const isTaken = pack.registers.some((one) => placeKey(one) === placeKey(place));
                  return (
                    <li key={placeKey(place)}>
                      <button type="button" onClick={() => onOpen(place)}>
                        <span>
                          <b>{batch.name}</b> {sitting > 0 && sittingName(sitting)}
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

interface SheetProps {
  device: RegisterDevice;
  place: Place;
  batch: Batch;
  pack: Pack;
  onBack(): void;
}

function Sheet({ device, place, batch, pack, onBack }: SheetProps) {
  const state = useSyncExternalStore(device.subscribe, device.now);
  const { codes } = pack.institutions.find(({ id }) => id === batch.institutionId)!;
  const base = useMemo(() => baseIn(pack, place), [pack, place]);
  return (
    <>
      <p>
        <Button small onClick={onBack}>
          Registers
        </Button>
      </p>
      <h1>{batch.name}</h1>
      <p>
        {dayWords(place.onDate)}
        {place.sitting > 0 && ` · ${sittingName(place.sitting)}`}
      </p>
      <LiveRegister
        {...{ device, state, place, base, codes }}
        label={registerLabel(batch.name, null, place.onDate, place.sitting)}
        rows={batch.students.map((one) => ({ ...one, isFormer: false }))}
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
