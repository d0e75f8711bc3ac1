import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { pick } from '#kernel/database.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList, type Part } from '#kernel/list/declare-list.ts';
import { entities } from '#kernel/personal-data/entity.ts';
import { merges } from '#features/records/people/people.schema.ts';
import { editPermission } from './edit-permission.ts';
import { undoDays } from './unmerge.ts';

/** Merges of records that the actor may edit, the latest first. */
export const mergeList = declareList({
  id: merges.id,
  visible,
  filters: {},
  select: (db) =>
    db
      .select({
        ...pick(merges, 'id', 'institutionId', 'entity', 'keptId'),
        kept: sql<string>`${merges.content} ->> 'kept'`,
        merged: sql<string>`${merges.content} ->> 'merged'`,
        person: sql<string | null>`${accountNameOf(accounts.name, accounts.username)}`,
        at: sql<string>`to_char(${merges.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
        isUndone: sql<boolean>`${merges.undoneAt} is not null`,
        canUndo: sql<boolean>`${merges.undoneAt} is null and ${merges.createdAt} > now() - make_interval(days => ${undoDays})`,
      })
      .from(merges)
      .leftJoin(accounts, eq(accounts.id, merges.accountId)),
});
export type MergeRow = Awaited<ReturnType<typeof mergeList.readPage>>['rows'][number];

/** Of each kind of people, where the actor may also edit them. */
function visible(actor: Actor, wanted?: number): Part[] {
  const inView = institutionsInView(actor, wanted, 'people.merge');
  const known = entities.flatMap((entity) => {
    const editable = institutionsWhere(actor, editPermission(entity)).filter((id) => inView.includes(id));
    return editable.length ? [and(eq(merges.entity, entity), inArray(merges.institutionId, editable))!] : [];
  });
  return [{ where: or(...known) ?? sql`false` }];
}
