import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed, NotFound, ValidationError } from '#kernel/errors.ts';
import type { Audience } from '../audience/audience.ts';
import { sendsOwnOnly } from '../messages.policy.ts';

/** Refuses users who can't write to such recipients in the institution. */
export function refuseSending(
  actor: Actor,
  institutionId: number,
  { of, by }: Audience,
  { isDraft = false } = {},
): void {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  if (!can(actor, 'messages.send', institutionId) && !sendsOwnOnly(actor, institutionId)) throw new NotAllowed();
  if (of === 'employees' && sendsOwnOnly(actor, institutionId))
    throw new NotAllowed('You can write to your own students and their guardians only.');
  if (by.length === 0 && !isDraft) throw new ValidationError('audience', 'Choose who receives the message.');
}
