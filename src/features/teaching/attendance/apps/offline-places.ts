import { isLesson, morning } from '../mark-kinds.ts';
import { placeKey, type Place } from '../device/outbox.ts';
import type { Pack } from '../device/pack.queries.ts';

/** Today where the institution is, by the clock of the device. */
export const todayIn = (timeZone: string) => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts();
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return `${of('year')}-${of('month')}-${of('day')}`;
};

export const addressOf = ({ batchId, onDate, sitting, offeringId }: Place) =>
  `/registers/${batchId}?date=${onDate}&sitting=${sitting}${offeringId === null ? '' : `&offering=${offeringId}`}`;

/** The lesson of a place, where registers are taken by lesson. */
export const lessonAt = (pack: Pack, place: Place) =>
  place.offeringId === null ? undefined : pack.lessons.find((lesson) => placeKey(lesson) === placeKey(place));

export function placeInAddress(pack: Pack | null): Place | null {
  const batchId = Number(/^\/registers\/(\d+)$/.exec(location.pathname)?.[1]);
  const batch = pack?.batches.find(({ id }) => id === batchId);
  if (!batch) return null;
  const search = new URLSearchParams(location.search);
  const { timeZone } = pack!.institutions.find(({ id }) => id === batch.institutionId)!;
  const place = {
    batchId,
    onDate: search.get('date') ?? todayIn(timeZone),
    sitting: Number(search.get('sitting') ?? morning),
    offeringId: Number(search.get('offering')) || null,
  };
  return isLesson(place.sitting) && !lessonAt(pack!, place) ? null : place;
}
