import { batchesOf, lastPeriod, teachersOf, type Draft, type DraftLesson } from './draft/draft.ts';
import type { Place } from './placing/place-lesson.ts';

interface Slot {
  weekday: number;
  period: number;
}

/** The same numbers every time. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state % below;
  };
}

const mostTurns = 40_000;

/**
 * Places all lessons of a draft without a clash: those with busy teachers first, each where it displaces least; what it
 * displaces is placed again. Rooms are those that the parts name.
 */
export function placeAll(draft: Draft, seed = 7): Place[] {
  const chance = numbers(seed);
  const sets = new Map(draft.sets.map((set) => [set.id, set]));
  const takes = new Map(
    draft.sets.map((set) => [
      set.id,
      [
        ...batchesOf(set).map((id) => `b${id}`),
        ...teachersOf(set).map((id) => `t${id}`),
        ...set.parts.flatMap(({ roomId }) => (roomId === null ? [] : `r${roomId}`)),
      ],
    ]),
  );
  const load = new Map<string, number>();
  for (const { setId, length } of draft.lessons)
    for (const key of takes.get(setId)!) load.set(key, (load.get(key) ?? 0) + length);
  const weight = ({ setId, length }: DraftLesson) =>
    length * 100 + Math.max(...takes.get(setId)!.map((key) => load.get(key)!));

  const taken = new Map<string, DraftLesson>();
  const at = new Map<number, Slot>();
  const tried = new Map<string, number>();
  const keysAt = ({ setId, length }: DraftLesson, { weekday, period }: Slot) =>
    takes.get(setId)!.flatMap((key) => Array.from({ length }, (_, step) => `${key} ${weekday} ${period + step}`));
  const slots = new Map([1, 2, 3].map((length) => [length, slotsFor(draft, length)]));
  const daysOf = new Map<number, number[]>();

  const queue = draft.lessons.toSorted((one, other) => weight(other) - weight(one) || one.id - other.id);
  for (let turn = 0; queue.length > 0; turn += 1) {
    if (turn > mostTurns) throw new Error(`The demonstration’s timetable has no place for ${queue.length} lessons.`);
    const lesson = queue.shift()!;
    const days = daysOf.get(lesson.setId) ?? [];
    let best: { slot: Slot; out: Set<DraftLesson>; cost: number } | undefined;
    for (const slot of slots.get(lesson.length)!) {
      const out = new Set(keysAt(lesson, slot).flatMap((key) => taken.get(key) ?? []));
      const again = tried.get(`${lesson.id} ${slot.weekday} ${slot.period}`) ?? 0;
      const cost = out.size * 40 + again * 25 + (days.includes(slot.weekday) ? 30 : 0) + chance(10);
      if (!best || cost < best.cost) best = { slot, out, cost };
    }
    const { slot, out } = best!;
    tried.set(
      `${lesson.id} ${slot.weekday} ${slot.period}`,
      (tried.get(`${lesson.id} ${slot.weekday} ${slot.period}`) ?? 0) + 1,
    );
    for (const other of out) {
      for (const key of keysAt(other, at.get(other.id)!)) taken.delete(key);
      daysOf.set(other.setId, without(daysOf.get(other.setId)!, at.get(other.id)!.weekday));
      at.delete(other.id);
      queue.push(other);
    }
    for (const key of keysAt(lesson, slot)) taken.set(key, lesson);
    at.set(lesson.id, slot);
    daysOf.set(lesson.setId, [...(daysOf.get(lesson.setId) ?? []), slot.weekday]);
  }
  return draft.lessons.map(({ id, setId }) => ({
    lessonId: id,
    ...at.get(id)!,
    rooms: sets
      .get(setId)!
      .parts.flatMap((part) => (part.roomId === null ? [] : { partId: part.id, roomId: part.roomId })),
  }));
}

/** Where a lesson of a length can begin: its periods follow each other without a break. */
const slotsFor = (draft: Draft, length: number): Slot[] =>
  draft.days.flatMap((day) =>
    Array.from({ length: lastPeriod(day) }, (_, at) => at + 1)
      .filter((period) => {
        const first = day.bells.findIndex((bell) => bell.period === period);
        const span = day.bells.slice(first, first + length);
        return span.length === length && span.every(({ kind }) => kind === 'lesson');
      })
      .map((period) => ({ weekday: day.weekday, period })),
  );

function without(days: number[], day: number): number[] {
  const at = days.indexOf(day);
  return days.filter((_, place) => place !== at);
}
