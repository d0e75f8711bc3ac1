import type { Actor } from '#kernel/actor.ts';
import { ValidationError } from '#kernel/errors.ts';
import { chosenPeople } from '../audience/chosen-people.ts';
import { refuseSending } from '../compose/refuse-sending.ts';
import type { GroupAudience } from './group-fields.ts';

/** Refuses rules that the actor couldn’t send a message by. Who uses the group later is checked again. */
export function checkGroup(actor: Actor, institutionId: number, audience: GroupAudience): void {
  refuseSending(actor, institutionId, { ...audience, without: [] });
  if (chosenPeople(actor, institutionId, audience) === null)
    throw new ValidationError('audience', 'Choose who belongs to the group.');
}
