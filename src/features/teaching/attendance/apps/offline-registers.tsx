import { useEffect, useState, useSyncExternalStore } from 'react';
import { deviceOf, meetServer } from '../device/browser-world.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import type { RegisterDevice } from '../device/register-device.ts';
import { ownerHere, type Owner } from '../device/sealed-store.ts';
import { OutboxNotes } from '../shared/outbox-notes.tsx';
import { addressOf, placeInAddress } from './offline-places.ts';
import { OfflineSheet } from './offline-sheet.tsx';
import { RegisterChoice } from './register-choice.tsx';
import classes from './offline-registers.module.css';

const lookEvery = 8000;

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
          You are connected again. <a href={place ? addressOf(place) : '/registers'}>Open this page in Akada</a>
        </p>
      )}
      {batch && place ? (
        <OfflineSheet device={device} place={place} batch={batch} pack={pack!} onBack={() => open(null)} />
      ) : (
        <>
          <OutboxNotes
            device={device}
            entries={state.outbox}
            isSending={state.isSending}
            isSignedOut={state.isSignedOut}
          />
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
