import { afternoon, morning, sittingName, wholeDay } from '../mark-kinds.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import type { Pack } from '../device/pack.queries.ts';
import { dayWords } from '../parts/sitting-words.ts';
import { todayIn } from './offline-places.ts';
import classes from './offline-registers.module.css';

interface RegisterChoiceProps {
  pack: Pack | null;
  onOpen(place: Place): void;
  isWaiting(place: Place): boolean;
}

/** The registers of today that this device can take. */
export function RegisterChoice({ pack, onOpen, isWaiting }: RegisterChoiceProps) {
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
