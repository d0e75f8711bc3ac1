import { closedSessionMessage } from '../closed-sessions.ts';
import { databaseError, ValidationError, SignedOut } from '../errors.ts';

/** The loaded actor is out of date: load it again and retry. */
export class StaleActor extends Error {}

/** If the first statement failed, the others failed with it: report the first error. */
export async function rootError(steps: Promise<unknown>[], otherwise: unknown) {
  const failed = (await Promise.allSettled(steps)).find((step) => step.status === 'rejected');
  return translate(failed ? failed.reason : otherwise);
}

export function translate(error: unknown): unknown {
  const found = databaseError(error);
  if (found?.code === 'AK001') return new SignedOut();
  if (found?.code === 'AK002') return new StaleActor();
  if (found?.code === 'AK003') return new ValidationError('form', closedSessionMessage(found.message));
  return error;
}

export const isConnectionLost = (error: unknown) => {
  const code = databaseError(error)?.code;
  return !(code && code !== '57P01');
};

/** Starts the work and turns a synchronous throw into a rejection. */
export const asRejection = <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error as Error);
  }
};
