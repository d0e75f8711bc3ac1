import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { placeText } from '../draft/board.ts';
import { lastPeriod, periodsOf, type DraftLesson } from '../draft/draft.ts';
import type { Target } from './targets.ts';
import type { BoardActs } from './use-board.ts';
import type { ShownDays } from './shown-days.tsx';

/** The lesson in hand: picked by a drag, by Enter or by a tap, and put down on a cell in the same three ways. */
export function useHand(
  acts: BoardActs,
  area: RefObject<HTMLDivElement | null>,
  isSchool: boolean,
  { days, show }: Pick<ShownDays, 'days' | 'show'>,
) {
  const { board, say } = acts;
  const [pickedId, setPicked] = useState<number | null>(null);
  const [target, look] = useState<Target | null>(null);
  /** What is focused after the next render. */
  const next = useRef<string | null>(null);
  const lesson = pickedId === null ? null : (board.lessons.get(pickedId) ?? null);
  const places = board.draft.days.flatMap((day) =>
    periodsOf(1, lastPeriod(day)).map((period) => ({ weekday: day.weekday, period })),
  );

  function focusNext(): boolean {
    const element = next.current && area.current?.querySelector<HTMLElement>(next.current);
    if (!element) return false;
    next.current = null;
    element.focus();
    return true;
  }
  useEffect(() => {
    focusNext();
    next.current = null;
  });

  const putDown = (focusOn: DraftLesson | null = lesson) => {
    setPicked(null);
    look(null);
    next.current = focusOn && `[data-lesson="${focusOn.id}"]`;
  };

  function pick(one: DraftLesson) {
    if (one.id === pickedId) return cancel();
    setPicked(one.id);
    look(null);
    const how = one.isLocked
      ? 'It’s locked in place.'
      : 'Choose a cell with the arrow keys and Enter, or tap it. Escape cancels.';
    say(`${board.wordsOf(one)} selected. ${how}`);
    const first = places.find(({ weekday }) => weekday === days[0]?.weekday);
    const at = one.weekday === null ? first : { weekday: one.weekday, period: one.period };
    next.current = one.isLocked || !at ? null : `[data-target="${at.weekday}-${at.period}"]`;
  }

  function cancel() {
    if (lesson) say('Cancelled. Nothing was moved.');
    putDown();
  }

  async function drop(to: Target, weekday: number, period: number) {
    if (!lesson) return;
    if (to.act === 'refuse') return say([to.words, 'Choose another cell.'].join(' '));
    putDown();
    if (to.act === 'stay') return;
    const words = `${board.wordsOf(lesson)} ${to.act === 'swap' ? 'swapped' : 'placed'}: ${placeText(weekday, period)}.`;
    await (to.act === 'swap' ? acts.swap(lesson, to.other!, words) : acts.place(lesson, weekday, period, words));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!lesson) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      return cancel();
    }
    const at = (event.target as HTMLElement).dataset['target'];
    if (!at) return;
    const [weekday, period] = at.split('-').map(Number) as [number, number];
    const to = arrowTo(event.key, { weekday, period }, places, isSchool);
    if (!to) return;
    event.preventDefault();
    next.current = `[data-target="${to.weekday}-${to.period}"]`;
    if (!focusNext()) show(to.weekday);
  }

  return { lesson, target, look, pick, cancel, putDown, drop, onKeyDown };
}

const arrows: Record<string, [day: number, period: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Place {
  weekday: number;
  period: number;
}

/** The cell that an arrow key leads to from another one, in a week or in the row of a batch. */
function arrowTo(key: string, from: Place, targets: readonly Place[], isRow: boolean): Place | undefined {
  const step = arrows[key];
  if (!step) return undefined;
  if (isRow) {
    const ordered = targets.toSorted((one, other) => one.weekday - other.weekday || one.period - other.period);
    const at = ordered.findIndex(({ weekday, period }) => weekday === from.weekday && period === from.period);
    return ordered[at + (step[0] || step[1])];
  }
  const [day, period] = step;
  const ahead = targets.filter(
    (place) =>
      (day === 0 ? place.weekday === from.weekday : (place.weekday - from.weekday) * day > 0) &&
      (period === 0 ? place.period === from.period : (place.period - from.period) * period > 0),
  );
  return ahead.toSorted(
    (one, other) =>
      Math.abs(one.weekday - from.weekday) - Math.abs(other.weekday - from.weekday) ||
      Math.abs(one.period - from.period) - Math.abs(other.period - from.period),
  )[0];
}
