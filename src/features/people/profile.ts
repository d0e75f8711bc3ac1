import { can, type Actor } from '#kernel/actor.ts';
import type { FieldGroup } from '#kernel/field-groups.ts';
import type { Documents } from './documents.queries.ts';
import { readsHistory, type HistoryEntry } from './history.queries.ts';
import { mayOpenPrivacy } from './people.policy.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/** What the record of every person shows around and in its tabs (`ProfilePage`). */
export interface ProfileProps {
  tab: string;
  can: { edit: boolean; history: boolean; documents: boolean; merge: boolean; privacy: boolean };
  documents?: Documents;
  history?: (HistoryEntry & { details: Record<string, unknown> })[];
  /** Where the older changes are. */
  older?: string | null;
  /** Tabs that other features add. */
  addedTabs?: { name: string; label: string }[];
  /** The open one of them. */
  added?: { component: string; props: object };
}

interface Seen {
  institutionId: number;
  /** The actor, or a child of the actor. */
  isOwn: boolean;
  isErased?: boolean;
  /** The groups that the actor sees of the person. */
  groups: readonly FieldGroup[];
}

/** What the viewer may do on the record of any person. */
export function profileCan(actor: Actor, kind: PersonKind, { institutionId, isOwn, isErased, groups }: Seen) {
  // Nothing is to be written again where everything was erased.
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
