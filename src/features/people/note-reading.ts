import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { RestrictedGroup } from '#kernel/field-groups.ts';
import { readLog, type Entity } from './people.schema.ts';

interface Reading {
  institutionId: number;
  entity: Entity;
  subjectId: number;
  groups: readonly RestrictedGroup[];
  place: 'record' | 'form' | 'print' | 'file';
}

/** Writes down that somebody is shown health, religion or private data of a person; in the transaction that reads it. */
export async function noteReading(tx: Tx, actor: Actor, { groups, ...reading }: Reading): Promise<void> {
  if (groups.length === 0) return;
  await tx
    .insert(readLog)
    .values(groups.map((fieldGroup) => ({ ...reading, fieldGroup, accountId: actor.accountId, person: actor.name })));
}
