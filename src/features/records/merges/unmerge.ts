import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import { despiteClosed } from '#kernel/closed-sessions.ts';
import { today } from '#kernel/dates.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { Unmerge } from '#kernel/personal-data/merge-rule.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { merges } from '#features/records/people/people.schema.ts';
import type { MergeContent } from './record-merge.ts';
import { changedSince, restoreRows, type Restoring } from './restore-rows.ts';
import { undoRulesOf } from './undo-rules.ts';

export const undoDays = 30;

type MergeRow = typeof merges.$inferSelect;

/** Makes two records of one again, each as it was. Refused after 30 days, and where it would overwrite later changes. */
export async function unmerge(tx: Tx, actor: Actor, personalData: PersonalDataRegistry, mergeId: number) {
  const merge = await findMerge(tx, actor, personalData, mergeId);
  const { institutionId, entity } = merge;
  const content = merge.content as MergeContent;
  const kind = personalData.kindOf(entity);
  if (merge.undoneAt) throw alreadyUnmerged();
  if (Date.now() - merge.createdAt.getTime() > undoDays * 86_400_000)
    throw new Conflict(`Records can be unmerged for ${undoDays} days. The undo period has ended.`);

  for (const { merge: rule } of personalData.tablesOf(entity))
    if ('beforeUndo' in rule) await rule.beforeUndo?.(tx, institutionId, content.rows);
  await lockMerged(tx, kind, merge);
  await refuseIfMergedSince(tx, merge);
  const restoring: Restoring = {
    tx,
    institutionId,
    kind,
    rows: content.rows,
    rules: undoRulesOf(personalData, entity),
  };
  const changed = await changedSince(restoring, personalData);
  if (changed.length)
    throw new Conflict(`These records cannot be unmerged: ${listed(changed)} changed since the merge.`);

  const undoing: Unmerge = {
    tx,
    actor,
    institutionId,
    keptId: merge.keptId,
    otherId: merge.mergedId,
    today: today(membershipIn(actor, institutionId)!.timeZone),
  };
  await despiteClosed(tx, 'merge', async () => {
    for (const { table, merge: rule } of personalData.tablesOf(entity))
      if ('moveBack' in rule && content.moved?.[table]) await rule.moveBack?.(undoing, content.moved[table]);
    await restoreRows(restoring);
    for (const { merge: rule } of personalData.tablesOf(entity))
      if ('afterUndo' in rule) await rule.afterUndo?.(tx, institutionId, [merge.keptId, merge.mergedId]);
  });
  await tx
    .update(merges)
    .set({ undoneAt: sql`now()` })
    .where(isMerge(merge));
  await recordUnmerge(tx, actor, merge);
  return { kept: content.kept, merged: content.merged };
}

const alreadyUnmerged = () => new Conflict('These records have been unmerged already.');

/** Locks both people, then the merge, as merging and erasing do: of two users who unmerge at once the second is refused. */
async function lockMerged(tx: Tx, kind: PersonKind, merge: MergeRow): Promise<void> {
  const { institutionId, keptId, mergedId } = merge;
  const people = await query<{ id: number; into: number | null; erased: boolean }>(
    tx,
    render(sql`
    select id, merged_into_id as into, anonymised_at is not null as erased from ${sql.identifier(kind.people)}
    where institution_id = ${institutionId} and id in (${keptId}, ${mergedId}) order by id for no key update`),
  );
  const [now] = await tx.select({ undoneAt: merges.undoneAt }).from(merges).where(isMerge(merge)).for('no key update');
  if (now!.undoneAt) throw alreadyUnmerged();
  const kept = people.find(({ id }) => Number(id) === keptId);
  const merged = people.find(({ id }) => Number(id) === mergedId);
  if (!kept || !merged || Number(merged.into) !== keptId) throw new Conflict('These records are no longer merged.');
  if (kept.erased || merged.erased) throw new Conflict('The data of this person was erased in the meantime.');
  if (kept.into !== null)
    throw new Conflict(
      `The record of ${(merge.content as MergeContent).kept} was itself merged since. Undo that merge first.`,
    );
}

async function recordUnmerge(tx: Tx, actor: Actor, merge: MergeRow): Promise<void> {
  const { institutionId, id, entity, keptId, mergedId } = merge;
  const merged = { of: entity, id: mergedId, name: (merge.content as MergeContent).merged };
  await recordMany(
    tx,
    actor,
    'people.undoMerge',
    [
      { personId: keptId, summary: sentence`unmerged the record of ${merged} from this one` },
      { personId: mergedId, summary: sentence`unmerged this record of ${merged}` },
    ].map(({ personId, summary }) => ({
      institutionId,
      summary,
      subject: { type: entity, id: personId },
      details: { merge: id, kept: keptId, merged: mergedId },
    })),
  );
}

const isMerge = ({ institutionId, id }: Pick<MergeRow, 'institutionId' | 'id'>) =>
  and(eq(merges.institutionId, institutionId), eq(merges.id, id));

async function findMerge(tx: Tx, actor: Actor, personalData: PersonalDataRegistry, mergeId: number): Promise<MergeRow> {
  const [merge] = await tx
    .select()
    .from(merges)
    .where(and(inArray(merges.institutionId, institutionsWhere(actor, 'people.merge')), eq(merges.id, mergeId)));
  if (!merge) throw new NotFound('merge');
  // Users who cannot edit such records do not see their merges.
  if (!institutionsWhere(actor, personalData.kindOf(merge.entity).edit).includes(merge.institutionId))
    throw new NotFound('merge');
  allow(actor, 'people.merge', merge.institutionId);
  return merge;
}

async function refuseIfMergedSince(tx: Tx, { institutionId, entity, keptId, id }: MergeRow): Promise<void> {
  const [later] = await tx
    .select({ content: merges.content })
    .from(merges)
    .where(
      and(
        eq(merges.institutionId, institutionId),
        eq(merges.entity, entity),
        eq(merges.keptId, keptId),
        gt(merges.id, id),
        isNull(merges.undoneAt),
      ),
    )
    .limit(1);
  if (later)
    throw new Conflict(
      `The record of ${(later.content as MergeContent).merged} was merged into the same one since. Undo that merge first.`,
    );
}

const listed = (words: string[]) =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
