import type { Mark } from '../marks/mark.ts';
import type { DeviceState } from './device-world.ts';
import { overlaid, placeKey, type Entry, type Place } from './outbox.ts';
import type { Pack } from './pack.queries.ts';

/** What a register shows: what the server had when the page read it, what it has taken since, and what waits. */
export function shownIn(
  { fresh, outbox }: Pick<DeviceState, 'fresh' | 'outbox'>,
  place: Place,
  base: ReadonlyMap<number, Mark>,
): Map<number, Mark> {
  return overlaid(new Map([...base, ...(fresh[placeKey(place)] ?? [])]), outbox, place);
}

/** The pack with marks that the server has taken, for a batch that it knows. */
export function withMarks<Known extends Pack>(
  pack: Known,
  { batchId, onDate, sitting, offeringId }: Entry,
  learnt: [number, Mark][],
): Known {
  if (!pack.batches.some(({ id }) => id === batchId)) return pack;
  const place = { batchId, onDate, sitting, offeringId };
  const isIt = (one: Place) => placeKey(one) === placeKey(place);
  const known = pack.registers.find(isIt) ?? { ...place, takenBy: null, roll: [], marks: [] };
  const ids = new Set(learnt.map(([id]) => id));
  const register = {
    ...known,
    roll: [...new Set([...known.roll, ...ids])],
    marks: [
      ...known.marks.filter(({ studentId }) => !ids.has(studentId)),
      ...learnt.map(([studentId, mark]) => ({ studentId, ...mark })),
    ],
  };
  return { ...pack, registers: [...pack.registers.filter((one) => !isIt(one)), register] };
}
