import { databaseError, SignedOut } from '../errors.ts';

/** The actor in hand is older than what the database knows: load it again and repeat. */
export class StaleActor extends Error {}

/** When the entry failed, everything behind it failed too: the entry's error is the one to tell. */
export async function firstCause(steps: Promise<unknown>[], otherwise: unknown) {
  const failed = (await Promise.allSettled(steps)).find((step) => step.status === 'rejected');
  return translate(failed ? failed.reason : otherwise);
}

export function translate(error: unknown): unknown {
  const code = databaseError(error)?.code;
  if (code === 'AK001') return new SignedOut();
  if (code === 'AK002') return new StaleActor();
  return error;
}

export const isConnectionLost = (error: unknown) => {
  const code = databaseError(error)?.code;
  return !(code && code !== '57P01');
};
