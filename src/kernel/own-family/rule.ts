import type { RecordIds } from './concerned.ts';

/**
 * What a route says about acting for oneself or the own family. Without it the route refuses. `allowed` goes through and
 * is marked in the audit log, `theirs` is made for the person or family itself, and `only` looks at these tables alone.
 */
export type OwnFamilyRule =
  | { allowed: string }
  | { theirs: string }
  | { only: readonly (keyof RecordIds)[]; because: string };

/** Acting for the own family gives no advantage here, or nobody else could: marked in the audit log with this reason. */
export const allowedForOwnFamily = (reason: string): { ownFamily: OwnFamilyRule } => ({
  ownFamily: { allowed: reason },
});

/** A student, a parent or an employee does this for themselves. */
export const theirOwn = (reason: string): { ownFamily: OwnFamilyRule } => ({ ownFamily: { theirs: reason } });

/** Only these records of the request decide: the others belong to many people. */
export const ownFamilyBy = (table: string, because: string): { ownFamily: OwnFamilyRule } => ({
  ownFamily: { only: [table], because },
});
