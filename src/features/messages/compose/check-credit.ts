import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Queued } from './queue-message.ts';

export const checkBeforeSending = async (
  _tx: Tx,
  _actor: Actor,
  _institutionId: number,
  _queued: Queued,
): Promise<void> => {};
