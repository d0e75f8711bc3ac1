import { eq, sql } from 'drizzle-orm';
import { institutionsWhere } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { searchIn } from '#kernel/list/search.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { messageGroups } from '../messages.schema.ts';
import { visibleTo } from './find-group.ts';

/** Groups that the actor can write to, latest first. */
export const groupList = declareList({
  id: messageGroups.id,
  visible: (actor, wanted) => [{ where: visibleTo(actor, wanted) }],
  filters: { q: searchIn(messageGroups.name) },
  select: (db, actor) =>
    db
      .select({
        id: messageGroups.id,
        institutionId: messageGroups.institutionId,
        name: messageGroups.name,
        audience: messageGroups.audience,
        isShared: messageGroups.isShared,
        author: accounts.name,
        mayEdit: sql<boolean>`(${messageGroups.accountId} is not distinct from ${actor.accountId}::bigint
          or ${isOneOf(messageGroups.institutionId, institutionsWhere(actor, 'messages.send'))})`,
      })
      .from(messageGroups)
      .leftJoin(accounts, eq(accounts.id, messageGroups.accountId)),
});
type Row = Awaited<ReturnType<typeof groupList.readPage>>['rows'][number];
/** With its rules in words. */
export type GroupRow = Omit<Row, 'audience'> & { words: string };
