/** By how much the fees of another term rise or fall, in hundredths of a percent, and the step they are rounded to. */
export interface Adjustment {
  percent: number;
  direction: 'up' | 'down';
  /** In minor units. */
  step: number;
}

/** An amount after a rise or fall, rounded half up to the step; never nothing. Unchanged without a percentage. */
export function adjusted(amount: number, { percent, direction, step }: Adjustment): number {
  if (percent === 0) return amount;
  const factor = BigInt(direction === 'up' ? 10_000 + percent : 10_000 - percent);
  const unit = BigInt(step) * 10_000n;
  const steps = (BigInt(amount) * factor + unit / 2n) / unit;
  return Math.max(step, Number(steps) * step);
}
