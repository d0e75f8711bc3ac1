import type { Outcome } from '#kernel/messages/providers/provider.ts';

/** What is written into a row after an attempt. */
export interface Decision {
  id: number;
  state: 'sent' | 'queued' | 'failed' | 'uncertain';
  failure: string | null;
  providerMessageId: string | null;
  attempts: number;
  /** In how many seconds it is tried again. */
  nextIn: number;
  nextPlace: 1 | 2 | null;
  isGone: boolean;
}

/** Minutes between attempts; after the last one it has failed. */
export const pauses = [1, 5, 30, 120, 360];

interface Attempted {
  id: number;
  attempts: number;
  place: 1 | 2;
  isIdempotent: boolean;
  /** The other provider of the channel can take it. */
  hasSecond: boolean;
}

/** What becomes of a message, by what the provider said. Nothing is sent twice unless the provider recognises it. */
export function decide({ id, attempts, place, isIdempotent, hasSecond }: Attempted, outcome: Outcome | null): Decision {
  const base = { id, failure: null, providerMessageId: null, attempts, nextIn: 0, nextPlace: null, isGone: false };
  // Not begun.
  if (!outcome) return { ...base, state: 'queued' };
  if (outcome.is === 'accepted')
    return { ...base, state: 'sent', providerMessageId: outcome.id, attempts: attempts + 1 };
  const failure = outcome.why.slice(0, 200);
  if (outcome.is === 'refused')
    return { ...base, state: 'failed', failure, attempts: attempts + 1, isGone: outcome.isGone ?? false };
  if (outcome.is === 'unknown' && !isIdempotent)
    return { ...base, state: 'uncertain', failure, attempts: attempts + 1 };
  if (outcome.is === 'later' && place === 1 && hasSecond) return { ...base, state: 'queued', failure, nextPlace: 2 };
  const minutes = pauses[attempts];
  if (minutes === undefined) return { ...base, state: 'failed', failure, attempts: attempts + 1 };
  const after = outcome.is === 'later' ? (outcome.after ?? 0) : 0;
  return {
    ...base,
    state: 'queued',
    failure,
    attempts: attempts + 1,
    nextIn: Math.max(minutes * 60, after),
    // Only the provider that may have it recognises it.
    nextPlace: outcome.is === 'unknown' ? place : null,
  };
}
