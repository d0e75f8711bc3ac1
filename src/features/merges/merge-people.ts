import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { merges, type Entity } from '#features/people/people.schema.ts';
import { mergeEntities } from './entities.ts';
import { Journal, type Touched } from './journal.ts';
import { mergeCustomValues } from './merge-custom-values.ts';
import { mergeEnrolments, planSeat } from './merge-enrolments.ts';
import { mergeGuardianLinks } from './merge-guardians.ts';
import { moveLinks } from './merge-links.ts';
import { winnerOf, type Row } from './merge-units.ts';
import { labelOf, lockPair, type Pair } from './read-pair.ts';
import { refuseLeftAtWork } from './refuse-left.ts';

export const MergePeople = z.object({
  otherId: id,
  /** By field: whose value wins. What is not said follows the rule: the kept record's, unless it has none. */
  take: z.record(z.string().max(60), z.enum(['kept', 'other'])).default({}),
});

export interface MergeContent {
  kept: string;
  merged: string;
  rows: Touched[];
  [more: string]: unknown;
}

/** Makes one record of two: the other's becomes part of the kept one and is shown no more. Nothing is deleted. */
export async function mergePeople(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  keptId: number,
  { otherId, take }: z.infer<typeof MergePeople>,
) {
  const about = mergeEntities[entity];
  const pair = await lockPair(tx, actor, about, keptId, otherId);
  const { institutionId } = pair;
  const journal = new Journal(tx);
  const changes: Row = {};
  if (entity === 'student') {
    const seat = await planSeat(tx, pair, take.status);
    await mergeEnrolments(journal, pair, seat);
    changes.batch_id = seat.stays?.batchId ?? null;
  }
  if (entity !== 'employee') await mergeGuardianLinks(journal, pair);
  await moveLinks(journal, pair);
  await mergeCustomValues(tx, journal, pair, take);
  for (const unit of about.units)
    if (winnerOf(unit, pair.kept, pair.other, take[unit.key]) === 'other')
      for (const column of unit.columns) changes[column] = pair.other[column];
  if (about.number) changes.former_numbers = formerNumbers(pair);
  await changePerson(journal, pair, otherId, {
    merged_into_id: keptId,
    ...(entity === 'student' && { batch_id: null }),
  });
  await changePerson(journal, pair, keptId, changes);
  if (entity === 'employee') await refuseLeftAtWork(tx, pair);

  const content: MergeContent = {
    kept: labelOf(about, pair.kept),
    merged: labelOf(about, pair.other),
    rows: journal.entries(),
  };
  const [merge] = await tx
    .insert(merges)
    .values({ institutionId, entity, keptId, mergedId: otherId, content, accountId: actor.accountId })
    .returning({ id: merges.id });
  const details = { merge: merge!.id, kept: keptId, merged: otherId };
  const kept = { of: entity, id: keptId, name: content.kept };
  const merged = { of: entity, id: otherId, name: content.merged };
  await recordMany(tx, actor, 'people.merge', [
    {
      ...{ institutionId, subject: { type: entity, id: keptId }, details },
      summary: sentence`merged the record of ${merged} into this one of ${kept}`,
    },
    {
      ...{ institutionId, subject: { type: entity, id: otherId }, details },
      summary: sentence`merged this record of ${merged} into the one of ${kept}`,
    },
  ]);
  return { mergeId: merge!.id, kept: content.kept, merged: content.merged };
}

/** Found by them in the search; the merged record keeps its number, so that nobody else gets it. */
function formerNumbers({ about, kept, other }: Pair): string {
  const all = [kept.former_numbers, other[about.number!], other.former_numbers].filter(Boolean).join(' ');
  if (all.length > 2000) throw new Refused('otherId', 'So many records were merged into this one that no more can be.');
  return all;
}

/** Column names are those of merge-units.ts and of this file. */
async function changePerson(journal: Journal, { about, institutionId }: Pair, personId: number, changes: Row) {
  const table = sql.identifier(about.table);
  const columns = Object.keys(changes).map((column) => sql`${sql.identifier(column)} = r.${sql.identifier(column)}, `);
  await journal.run(
    about.table,
    sql`update ${table} t set ${sql.join(columns)} updated_at = now()
      from jsonb_populate_record(null::${table}, ${JSON.stringify(changes)}::jsonb) r
      where t.institution_id = ${institutionId} and t.id = ${personId}`,
  );
}
