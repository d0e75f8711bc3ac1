import { z } from 'zod';

const Sender = z.string().regex(/^[a-z0-9]{1,20}\.\d{1,9}$/);

/** The window that sends a form, with its turn; undefined for a browser without the script. */
export const senderOf = (sent: Record<string, unknown>): string | undefined => Sender.safeParse(sent['window']).data;

/**
 * Whether a form continues what the same window has written, is older than that, or has nothing to do with it. Answers
 * get lost on a thin network, and a form may overtake what was kept before it.
 */
export function turnOf(last: string | undefined, sent: Record<string, unknown>): 'next' | 'late' | 'other' {
  const [lastWindow, lastTurn] = (last ?? '').split('.');
  const [window, turn] = (senderOf(sent) ?? '').split('.');
  if (!window || window !== lastWindow) return 'other';
  return Number(turn) > Number(lastTurn) ? 'next' : 'late';
}
