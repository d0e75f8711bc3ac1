import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { readLog, type Entity } from './people.schema.ts';

interface Access {
  institutionId: number;
  entity: Entity;
  subjectId: number;
  groups: readonly RestrictedGroup[];
  place: 'record' | 'form' | 'print' | 'file';
}

/** The same for many people at once. */
export async function logAccesses(tx: Tx, actor: Actor, accesses: Access[]): Promise<void> {
  const rows = accesses.flatMap(({ groups, ...access }) =>
    groups.map((fieldGroup) => ({ ...access, fieldGroup, accountId: actor.accountId, person: actor.name })),
  );
  if (rows.length) await tx.insert(readLog).values(rows);
}

/** Logs that the actor sees health, religion or private data of a person, in the transaction that reads it. */
export const logAccess = (tx: Tx, actor: Actor, access: Access): Promise<void> => logAccesses(tx, actor, [access]);
