import { can, type Actor } from '#kernel/actor.ts';
import type { Day } from '#kernel/dates.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';

/** Today, or an earlier day that somebody who places payments enters. */
export function dayOfPayment(actor: Actor, institutionId: number, wanted: Day | null, now: Day): Day {
  if (wanted === null || wanted === now) return now;
  if (wanted > now) throw new ValidationError('day', 'The date can’t be in the future.');
  if (!can(actor, 'payments.place', institutionId))
    throw new NotAllowed('You can only take payments dated today. Ask the bursar to record an earlier one.');
  const earliest = `${Number(now.slice(0, 4)) - 1}${now.slice(4)}`;
  if (wanted < earliest) throw new ValidationError('day', 'The date can be up to a year ago.');
  return wanted;
}
