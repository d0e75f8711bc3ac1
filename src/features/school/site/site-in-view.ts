import type { Opened } from '#kernel/edit/edit.ts';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';

export interface InstitutionChoice {
  institutionId: number;
  /** All institutions that a new record can belong to. */
  institutions: { id: number; name: string }[];
  /** The values that the edit form shows. */
  opened?: Opened;
}

/** The institutions whose sites the user can edit, filtered by the URL. */
export const sitesInView = (actor: Actor, wanted?: number): { id: number; name: string }[] =>
  named(actor, institutionsInView(actor, wanted, 'site.edit'));

/** The institution of a new record: the one in the URL, else the first. */
export function chooseInstitution(actor: Actor, wanted?: number): InstitutionChoice {
  const [first] = sitesInView(actor, wanted);
  if (!first) throw new NotAllowed();
  return { institutionId: first.id, institutions: named(actor, institutionsWhere(actor, 'site.edit')) };
}

/** For edit forms, where the record gives the institution. */
export const ofRecord = (institutionId: number): InstitutionChoice => ({ institutionId, institutions: [] });

/** The URL of an institution's list; editors of a single site need no id in it. */
export const listOf = (actor: Actor, list: string, institutionId: number): string =>
  institutionsWhere(actor, 'site.edit').length > 1 ? `${list}?institution_id=${institutionId}` : list;

const named = (actor: Actor, ids: number[]) => ids.map((id) => ({ id, name: membershipIn(actor, id)!.name }));
