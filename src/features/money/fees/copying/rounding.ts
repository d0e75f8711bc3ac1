import { money } from '#ui/format.ts';

/** Steps to round copied amounts to, in minor units; 1 leaves them as they are. */
export const roundingSteps = [1, 10_000, 50_000, 100_000];

export const roundingChoices = (currency: string) =>
  roundingSteps.map((step) => ({
    value: String(step),
    label: step === 1 ? 'No rounding' : money(step, currency),
  }));
