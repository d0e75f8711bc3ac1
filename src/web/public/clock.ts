import { clockIn } from '#ui/plain/clock-text.ts';
import { CLOCK_TICK_MS } from '#ui/plain/constants.ts';

/** 9.7: the page is sent with the date; the time is added here and updated each second. */
export function startClock(clock: HTMLElement): void {
  const textAt = clockIn(clock.dataset['clock'] || undefined);
  const tick = () => {
    const { weekday, day, month, year, time } = textAt(new Date());
    clock.textContent = `${weekday}, ${day} ${month} ${year}, ${time}`;
  };
  tick();
  setInterval(tick, CLOCK_TICK_MS);
}
