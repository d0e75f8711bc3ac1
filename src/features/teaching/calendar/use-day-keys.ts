import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAddress } from '#ui/hooks/use-address.ts';
import { addDays } from '#kernel/dates.ts';
import { addMonths, mondayOf } from './view/period.ts';

const moves: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
  Home: mondayOf,
  End: (day) => addDays(mondayOf(day), 6),
};

/** One day of a calendar is in the tab order; keys move it, also onto other pages of the calendar. */
export function useDayKeys(day: string, isShown: (day: string) => boolean) {
  const address = useAddress();
  const grid = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(day);
  const [turnedTo, setTurnedTo] = useState(day);
  const isMoving = useRef(false);
  // Turned by a button, or by a key beyond the edge.
  if (turnedTo !== day) {
    setTurnedTo(day);
    setCurrent(day);
  }
  const shown = isShown(current) ? current : day;
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${shown}"]`)?.focus();
  }, [shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const to = move(shown);
    isMoving.current = true;
    if (isShown(to)) setCurrent(to);
    else address.go({ day: to }, { replace: true });
  };
  return { current: shown, setCurrent, grid, onKeyDown };
}
