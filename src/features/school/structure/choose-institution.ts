import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { InstitutionChoice } from './structure.pages.ts';

/** The institution of a new record: the one in the address, else the first the actor can edit. */
export function chooseInstitution(actor: Actor, wanted: number | undefined): InstitutionChoice {
  const [institutionId] = institutionsInView(actor, wanted, 'structure.edit');
  if (!institutionId) throw new NotAllowed();
  const institutions = institutionsWhere(actor, 'structure.edit').map((id) => ({
    id,
    name: membershipIn(actor, id)!.name,
  }));
  return { institutionId, institutions };
}

/** The institution of an edit form: the record's own. */
export const ofRecord = (institutionId: number): InstitutionChoice => ({ institutionId, institutions: [] });

/** Whether the actor can edit the structure of an institution in view. */
export const mayEdit = (actor: Actor, wanted?: number): boolean =>
  institutionsInView(actor, wanted, 'structure.edit').length > 0;
