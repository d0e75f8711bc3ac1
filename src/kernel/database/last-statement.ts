import type { Db } from '../database.ts';

type Statement = () => Promise<unknown>;

const statements = new WeakMap<Db, Statement[]>();

/**
 * Sends a statement together with the commit: what it locks is held for no round trip. For a counter that everybody
 * takes numbers from, or for what nothing waits for. If it fails, so does the transaction. The first one given is sent
 * last. The answer comes after the work has returned, and before the transaction's result.
 */
export function lastly<Answer>(tx: Db, statement: () => Promise<Answer>, onAnswer?: (answer: Answer) => void): void {
  const send = onAnswer ? () => statement().then(onAnswer) : statement;
  statements.set(tx, [send, ...(statements.get(tx) ?? [])]);
}

export const sendLast = (tx: Db): Promise<unknown>[] => (statements.get(tx) ?? []).map((send) => send());

const steps = new WeakMap<Db, (() => void)[]>();

/** Calls this once the transaction has committed, and never if it does not. */
export function afterCommit(tx: Db, step: () => void): void {
  const all = steps.get(tx);
  if (all) all.push(step);
  else steps.set(tx, [step]);
}

export const takeSteps = (tx: Db): void => steps.get(tx)?.forEach((step) => step());
