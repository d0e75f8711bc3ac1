import { institutionsWhere, membershipIn, type Actor, institutionInView } from '#kernel/actor.ts';

/** The institution of a new record: the one in the address, else the first in which the actor can set up fees. */
export function chooseInstitution(actor: Actor, wanted: number | undefined) {
  const institutionId = institutionInView(actor, wanted, 'fees.edit');
  const institutions = institutionsWhere(actor, 'fees.edit').map((id) => ({ id, name: membershipIn(actor, id)!.name }));
  return { institutionId, institutions, currency: currencyOf(actor, institutionId) };
}

export const currencyOf = (actor: Actor, institutionId: number): string => membershipIn(actor, institutionId)!.currency;
