/**
 * Counts how often the clock was set back: limits that run until a certain time would otherwise last until that time
 * comes again.
 */
export function countClockRegressions(now = Date.now, steady = () => performance.now()): () => number {
  let turns = 0;
  let last = now() - steady();
  return () => {
    const ahead = now() - steady();
    // Small corrections are normal.
    if (ahead < last - 5000) turns += 1;
    last = ahead;
    return turns;
  };
}
