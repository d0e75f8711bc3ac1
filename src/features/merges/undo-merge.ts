import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { merges } from '#features/people/people.schema.ts';
import { mergeEntities } from './entities.ts';
import type { MergeContent } from './merge-people.ts';
import { putRowsBack, whatChangedSince } from './put-rows-back.ts';
import { lockSeatsOf } from './lock-seats.ts';

export const undoDays = 30;

/** Makes two records of one again, each as it was. Refused after 30 days, and where something since stands against it. */
export async function undoMerge(tx: Tx, actor: Actor, mergeId: number) {
  const merge = await findMerge(tx, actor, mergeId);
  const { institutionId, entity, keptId, mergedId } = merge;
  const content = merge.content as MergeContent;
  const about = mergeEntities[entity];
  if (merge.undoneAt) throw new Conflict('This has been taken back already.');
  if (Date.now() - merge.createdAt.getTime() > undoDays * 86_400_000)
    throw new Conflict(`Records can be parted again for ${undoDays} days. These were merged before that.`);

  if (entity === 'student') await lockSeatsOf(tx, institutionId, content.rows);
  const table = sql.identifier(about.table);
  const { rows: people } = await tx.execute<{ id: number; into: number | null; erased: boolean }>(sql`
    select id, merged_into_id as into, anonymised_at is not null as erased from ${table}
    where institution_id = ${institutionId} and id in (${keptId}, ${mergedId}) order by id for no key update`);
  // Behind the people, as whoever merges or erases them: of two who undo at once the second finds it done.
  const [now] = await tx.select({ undoneAt: merges.undoneAt }).from(merges).where(isMerge(merge)).for('no key update');
  if (now!.undoneAt) throw new Conflict('This has been taken back already.');
  const kept = people.find((one) => Number(one.id) === keptId);
  const merged = people.find((one) => Number(one.id) === mergedId);
  if (!kept || !merged || Number(merged.into) !== keptId) throw new Conflict('These records are no longer one.');
  if (kept.erased || merged.erased) throw new Conflict('The data of this person was erased in the meantime.');
  if (kept.into !== null)
    throw new Conflict(`The record of ${content.kept} was itself merged since. Take that back first.`);
  await refuseIfMergedSince(tx, merge);
  const changed = await whatChangedSince(tx, institutionId, content.rows, about);
  if (changed.length)
    throw new Conflict(`This cannot be taken back any more: ${listed(changed)} changed since the records were merged.`);

  await putRowsBack(tx, institutionId, content.rows);
  await tx
    .update(merges)
    .set({ undoneAt: sql`now()` })
    .where(isMerge(merge));
  const parted = { of: entity, id: mergedId, name: content.merged };
  await recordMany(
    tx,
    actor,
    'people.undoMerge',
    [
      { id: keptId, summary: sentence`parted the record of ${parted} from this one again` },
      { id: mergedId, summary: sentence`made this record of ${parted} one of its own again` },
    ].map(({ id, summary }) => ({
      ...{ institutionId, summary, subject: { type: entity, id } },
      details: { merge: mergeId, kept: keptId, merged: mergedId },
    })),
  );
  return { kept: content.kept, merged: content.merged };
}

const isMerge = ({ institutionId, id }: { institutionId: number; id: number }) =>
  and(eq(merges.institutionId, institutionId), eq(merges.id, id));

async function findMerge(tx: Tx, actor: Actor, mergeId: number) {
  const [merge] = await tx
    .select()
    .from(merges)
    .where(and(inArray(merges.institutionId, institutionsWhere(actor, 'people.merge')), eq(merges.id, mergeId)));
  if (!merge) throw new NotFound('merge');
  // Whose records somebody may not change, of those he knows no merge.
  if (!institutionsWhere(actor, mergeEntities[merge.entity].edit).includes(merge.institutionId))
    throw new NotFound('merge');
  allow(actor, 'people.merge', merge.institutionId);
  return merge;
}

async function refuseIfMergedSince(tx: Tx, { institutionId, entity, keptId, id }: typeof merges.$inferSelect) {
  const [later] = await tx
    .select({ content: merges.content })
    .from(merges)
    .where(
      and(
        ...[eq(merges.institutionId, institutionId), eq(merges.entity, entity), eq(merges.keptId, keptId)],
        ...[gt(merges.id, id), isNull(merges.undoneAt)],
      ),
    )
    .limit(1);
  if (later)
    throw new Conflict(
      `The record of ${(later.content as MergeContent).merged} was merged into the same one since. Take that back first.`,
    );
}

const listed = (words: string[]) =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
