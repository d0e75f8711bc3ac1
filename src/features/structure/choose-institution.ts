import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { InstitutionChoice } from './structure.pages.ts';

/** Where a new record of the structure goes: the institution in the address, else the first that the person may edit. */
export function chooseInstitution(actor: Actor, wanted: number | undefined): InstitutionChoice {
  const [institutionId] = institutionsInView(actor, wanted, 'structure.edit');
  if (!institutionId) throw new NotAllowed();
  const institutions = institutionsWhere(actor, 'structure.edit').map((id) => ({
    id,
    name: membershipIn(actor, id)!.name,
  }));
  return { institutionId, institutions };
}

/** An edit form: the record decides the institution. */
export const ofRecord = (institutionId: number): InstitutionChoice => ({ institutionId, institutions: [] });

/** Whether the person may change the structure of (one of) the institution(s) in view. */
export const mayEdit = (actor: Actor, wanted?: number): boolean =>
  institutionsInView(actor, wanted, 'structure.edit').length > 0;
