import { clockDay, clockTime } from '#ui/clock-text.ts';
import { CLOCK_TICK_MS } from '#ui/constants.ts';

/** 9.7: the page came with the day; the time joins it and goes on each second. */
export function startClock(clock: HTMLElement): void {
  const timeZone = clock.dataset['clock'] || undefined;
  const tick = () => {
    const now = new Date();
    clock.textContent = `${clockDay(now, timeZone)}, ${clockTime(now, timeZone)}`;
  };
  tick();
  setInterval(tick, CLOCK_TICK_MS);
}
