import { formatTimes } from '#kernel/dates.ts';
import { afternoon, morning, sittingName, wholeDay } from '../mark-kinds.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import type { Pack } from '../device/pack.queries.ts';
import { dayWords } from '../shared/sitting-words.ts';
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
        <p>Open Registers once with a connection; the classes that you lead and your lessons are then kept here.</p>
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
            <h2>{pack.institutions.length > 1 ? `${institution.name}, ${dayWords(onDate)}` : dayWords(onDate)}</h2>
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
    ? 'You have no lesson on this day, or this device does not know it yet.'
    : 'There is no school on this day, or this device does not know it yet.';

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
