import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/approval-kind.ts';
import { requestApproval, Requested } from '#features/approvals/request-approval.ts';
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
import { opensToAccount, refuseOwnPair } from './sign-ins.ts';

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

/** Where somebody signs in with one of the records. Of those who may edit such records, somebody else agrees. */
const approvalFor = (entity: Entity) =>
  approvalKind({
    kind: `${mergeEntities[entity].table}.merge`,
    label: 'Merge',
    permission: mergeEntities[entity].edit,
    payload: MergePeople.extend({
      keptId: z.number(),
      /** Until then: the request is emptied when either is erased. */
      kept: z.string(),
      merged: z.string(),
    }),
    async act(tx, asker, { keptId, kept: _, merged: __, ...input }, { decider }) {
      const done = await mergePeople(tx, asker, entity, keptId, input, { decider });
      return {
        message: done instanceof Requested ? done.message : `${done.merged} is now part of ${done.kept}.`,
      };
    },
    details: (reader, { kept, merged }, institutionId) =>
      can(reader, mergeEntities[entity].edit, institutionId)
        ? [
            ['Keep', kept],
            ['Merge into it', merged],
            [
              'Why approval is needed',
              'Somebody signs in with one of these records and will see what the other holds. Check that both are the same person.',
            ],
          ]
        : [],
  });
export const mergeApprovals = {
  student: approvalFor('student'),
  employee: approvalFor('employee'),
  guardian: approvalFor('guardian'),
};

/**
 * Makes one record of two: the other's becomes part of the kept one and is shown no more. Nothing is deleted. Where that
 * shows somebody who signs in more than before, a second person agrees.
 */
export async function mergePeople(
  tx: Tx,
  actor: Actor,
  entity: Entity,
  keptId: number,
  { otherId, take }: z.infer<typeof MergePeople>,
  { decider }: { decider?: Actor } = {},
): Promise<{ mergeId: number; kept: string; merged: string } | Requested> {
  const about = mergeEntities[entity];
  const pair = await lockPair(tx, actor, about, keptId, otherId);
  const { institutionId } = pair;
  if (decider) refuseOwnPair(decider, pair);
  else if (await opensToAccount(tx, actor, pair))
    return requestApproval(tx, actor, mergeApprovals[entity], {
      institutionId,
      subject: { type: entity, id: keptId },
      about: `other:${otherId}`,
      payload: { keptId, otherId, take, kept: labelOf(about, pair.kept), merged: labelOf(about, pair.other) },
      // Without the other's name, which the log would keep about somebody who is not its subject.
      summary: `merge another record into the one of ${labelOf(about, pair.kept)}`,
    });
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
