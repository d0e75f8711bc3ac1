import { can, type Actor } from '#kernel/actor.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import type { Documents } from './documents/documents.queries.ts';
import { readsHistory, type HistoryEntry } from './history.queries.ts';
import { mayOpenPrivacy } from './people.policy.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/** Props of every person's record (`ProfilePage`). */
export interface ProfileProps {
  tab: string;
  can: { edit: boolean; history: boolean; documents: boolean; merge: boolean; privacy: boolean };
  documents?: Documents;
  /** New contacts that a second person has to agree to, for users who edit such records. */
  waitingContacts?: WaitingChange[];
  history?: (HistoryEntry & { details: Record<string, unknown> })[];
  /** Address of the next page of changes. */
  older?: string | null;
  /** Tabs added by other features. */
  addedTabs?: { name: string; label: string }[];
  /** The open tab of another feature, with the files that draw it. */
  added?: { component: string; files: string[]; props: object };
}

interface Seen {
  institutionId: number;
  /** The actor, or a child of the actor. */
  isOwn: boolean;
  isErased?: boolean;
  /** The groups of the person's fields that the actor can see. */
  groups: readonly FieldGroup[];
}

/** The actions that the viewer can take on any person's record. */
export function profileCan(actor: Actor, kind: PersonKind, { institutionId, isOwn, isErased, groups }: Seen) {
  // An erased record can't be edited.
  const edit = can(actor, kind.edit, institutionId) && !isErased;
  const ruled = { edit: kind.edit, groups: kind.groups };
  return {
    edit,
    history: readsHistory(actor, kind, institutionId),
    documents: groups.includes('private'),
    merge: edit && can(actor, 'people.merge', institutionId),
    privacy: mayOpenPrivacy(actor, { institutionId, isOwn }, ruled),
  };
}
