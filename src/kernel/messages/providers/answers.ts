import { safeText } from '../../safe-text.ts';
import { NoAnswer } from './call.ts';
import type { Outcome } from './provider.ts';

/** The JSON of an answer; null if it isn't an object. */
export function jsonOf(text: string): Record<string, unknown> | null {
  try {
    // Long ids as numbers would lose their last digits.
    const read: unknown = JSON.parse(text, (_, value, context?: { source?: string }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && context?.source ? context.source : value,
    );
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The provider's words about a refusal, on one line and without keys. */
export const saidBy = (label: string, words: unknown, secrets: readonly string[], status: number) =>
  `${label}: ${safeText(words, secrets, 150) || `HTTP ${status}`}`;

/** What sending led to if there was no usable answer. */
export async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoAnswer) return error.outcome;
    throw error;
  }
}

/** An answer that is neither a success nor a refusal in the documented form. */
export const unreadable = (label: string, status: number): Outcome => ({
  is: 'unknown',
  why: status >= 500 ? `${label} has a problem on its side.` : `${label} sent an answer that can’t be read.`,
});
