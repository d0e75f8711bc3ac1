import type { ApplicationState } from '../admissions.ts';

/** The applications that were sent, from the counts by state. */
export const sentIn = (counts: Partial<Record<ApplicationState, number>>): number =>
  Object.entries(counts).reduce((sum, [state, n]) => (state === 'draft' ? sum : sum + n), 0);
