import type { Actor } from '#kernel/actor.ts';
import { shownDetails } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import type { FieldGroup, RestrictedGroup } from '#kernel/field-groups.ts';
import { noteReading } from './note-reading.ts';
import type { Entity } from './people.schema.ts';

interface Told {
  institutionId: number;
  entity: Entity;
  subjectId: number;
  /** Those that the actor sees. */
  groups: readonly FieldGroup[];
}

/**
 * Entries of one person's history as the actor may read them: of restricted groups that he does not see, only that they
 * changed. What is told of the others is written down like any look at them.
 */
export async function tellHistory<Entry extends { details: Record<string, unknown> }>(
  tx: Tx,
  actor: Actor,
  { groups, ...person }: Told,
  entries: Entry[],
): Promise<Entry[]> {
  const held = new Set(entries.flatMap(({ details }) => Object.keys(details['restricted'] ?? {})));
  const shown = groups.filter((group): group is RestrictedGroup => held.has(group));
  await noteReading(tx, actor, { ...person, groups: shown, place: 'record' });
  return entries.map((entry) => ({ ...entry, details: shownDetails(entry.details, groups) }));
}
