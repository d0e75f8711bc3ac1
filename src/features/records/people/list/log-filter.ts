import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { writeLog, type Tx } from '#kernel/database.ts';
import { readLog, type Entity } from '../people.schema.ts';

interface Note {
  institutionId: number;
  entity: Entity;
  group: RestrictedGroup;
  /** What narrowed or showed it. */
  words: string;
  isNewLook: boolean;
}

/** Logs that rows were narrowed or shown by restricted data. Only a new look adds an entry to one of the last minute. */
export const logFilter = (tx: Tx, actor: Actor, note: Note): Promise<void> =>
  writeLog(tx, (own) => insertFilter(own, actor, note));

async function insertFilter(tx: Tx, actor: Actor, { institutionId, entity, group, words, isNewLook }: Note) {
  const line = { institutionId, entity, fieldGroup: group, place: 'list', filter: words, accountId: actor.accountId };
  if (!isNewLook) {
    const justNow = and(
      eq(readLog.institutionId, institutionId),
      eq(readLog.accountId, actor.accountId!),
      eq(readLog.filter, words),
      eq(readLog.entity, entity),
      eq(readLog.fieldGroup, group),
      sql`${readLog.at} > now() - interval '1 minute'`,
    );
    if (await tx.$count(readLog, justNow)) return;
  }
  await tx.insert(readLog).values({ ...line, person: actor.name });
}
