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

/** The same of many people at once. */
export async function noteReadings(tx: Tx, actor: Actor, readings: Reading[]): Promise<void> {
  const rows = readings.flatMap(({ groups, ...reading }) =>
    groups.map((fieldGroup) => ({ ...reading, fieldGroup, accountId: actor.accountId, person: actor.name })),
  );
  if (rows.length) await tx.insert(readLog).values(rows);
}

/** Writes down that somebody is shown health, religion or private data of a person; in the transaction that reads it. */
export const noteReading = (tx: Tx, actor: Actor, reading: Reading): Promise<void> =>
  noteReadings(tx, actor, [reading]);
