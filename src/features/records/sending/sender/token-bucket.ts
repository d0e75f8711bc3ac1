export type TokenBucket = ReturnType<typeof tokenBucket>;

/** So many a second, and after a pause a second's worth at once. */
export function tokenBucket(perSecond: number, now: () => number = () => performance.now()) {
  let rate = perSecond;
  let tokens = perSecond;
  let filledAt = now();
  const fill = () => {
    const at = now();
    tokens = Math.min(rate, tokens + ((at - filledAt) * rate) / 1000);
    filledAt = at;
  };
  return {
    setRate(next: number) {
      if (next === rate) return;
      fill();
      rate = next;
      tokens = Math.min(tokens, rate);
    },
    /** Takes as many as there are, at most so many. */
    take(most: number): number {
      fill();
      const taken = Math.min(most, Math.floor(tokens));
      tokens -= taken;
      return taken;
    },
    /** What was taken and not used. */
    giveBack(unused: number) {
      tokens = Math.min(rate, tokens + unused);
    },
    /** Milliseconds until there are some. */
    wait: (wanted = 1): number => Math.max(5, ((Math.min(wanted, rate) - tokens) * 1000) / rate),
  };
}
