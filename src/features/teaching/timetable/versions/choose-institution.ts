import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';

/** The institution of a new record: the one in the address, else the first in which timetables are made. */
export function chooseInstitution(actor: Actor, wanted: number | undefined) {
  const [institutionId] = institutionsInView(actor, wanted, 'timetable.edit');
  if (!institutionId) throw new NotAllowed();
  const institutions = institutionsWhere(actor, 'timetable.edit').map((one) => ({
    id: one,
    name: membershipIn(actor, one)!.name,
  }));
  return { institutionId, institutions };
}
