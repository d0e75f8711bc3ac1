import { killInRounds } from '#test/faults/rounds.ts';
import type { Part } from '#test/faults/report.ts';

/** Everything that `npm run faults` does, by the name under which it runs alone. */
export const parts: Record<string, Part> = {
  rounds: killInRounds,
};
