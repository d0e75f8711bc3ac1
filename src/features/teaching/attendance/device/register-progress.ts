import type { DeviceState } from './register-device.ts';
import { placeKey, type Place } from './outbox.ts';

/** What becomes of a register: of what was marked here first, then of what the server has. */
export type RegisterProgress =
  | { is: 'saving' | 'onDevice' | 'asking' | 'taken' | 'notTaken' }
  /** In this visit. */
  | { is: 'saved'; at: number };

export function progressOf(
  { outbox, savedAt, isSending }: Pick<DeviceState, 'outbox' | 'savedAt' | 'isSending'>,
  place: Place,
  isTaken: boolean,
): RegisterProgress {
  const entries = outbox.filter((entry) => placeKey(entry) === placeKey(place));
  if (entries.some(({ state }) => state !== 'waiting')) return { is: 'asking' };
  if (entries.length > 0) return { is: isSending ? 'saving' : 'onDevice' };
  const at = savedAt[placeKey(place)];
  if (at !== undefined) return { is: 'saved', at };
  return { is: isTaken ? 'taken' : 'notTaken' };
}
