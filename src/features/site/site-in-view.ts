import type { Opened } from '#kernel/edit.ts';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';

export interface InstitutionChoice {
  institutionId: number;
  /** The others too, where a new record may go to one of several. */
  institutions: { id: number; name: string }[];
  /** Of a record that is changed: what its form shows. */
  opened?: Opened;
}

/** The institutions whose sites the person edits, narrowed by the address. */
export const sitesInView = (actor: Actor, wanted?: number): { id: number; name: string }[] =>
  named(actor, institutionsInView(actor, wanted, 'site.edit'));

/** Where a new record goes: the institution in the address, else the first. */
export function chooseInstitution(actor: Actor, wanted?: number): InstitutionChoice {
  const [first] = sitesInView(actor, wanted);
  if (!first) throw new NotAllowed();
  return { institutionId: first.id, institutions: named(actor, institutionsWhere(actor, 'site.edit')) };
}

/** An edit form: the record decides the institution. */
export const ofRecord = (institutionId: number): InstitutionChoice => ({ institutionId, institutions: [] });

/** Where a list of an institution is: one that edits a single site never sees its number. */
export const listOf = (actor: Actor, list: string, institutionId: number): string =>
  institutionsWhere(actor, 'site.edit').length > 1 ? `${list}?institution_id=${institutionId}` : list;

const named = (actor: Actor, ids: number[]) => ids.map((id) => ({ id, name: membershipIn(actor, id)!.name }));
