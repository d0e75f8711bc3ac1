/**
 * Counts how often the clock was set back: what was counted up to a time would otherwise go on being counted until that
 * time comes again.
 */
export function countTurns(now = Date.now, steady = () => performance.now()): () => number {
  let turns = 0;
  let last = now() - steady();
  return () => {
    const ahead = now() - steady();
    // Small corrections are the clock's daily work.
    if (ahead < last - 5000) turns += 1;
    last = ahead;
    return turns;
  };
}
