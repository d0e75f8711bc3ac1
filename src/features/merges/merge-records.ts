import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, Requested } from '#features/approvals/request-approval.ts';
import { winnerOf, type Row, type Side } from '#kernel/personal-data/merge-fields.ts';
import { MergeJournal } from '#kernel/personal-data/merge-journal.ts';
import type { Merge, RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { Entity } from '#features/people/people.schema.ts';
import { mayChangeContacts, refuseOwnPair, showsMoreToAccounts } from './check-accounts.ts';
import { editPermission } from './edit-permission.ts';
import { labelOf, lockPair } from './lock-pair.ts';
import { checkMerged, mergeRows } from './merge-rows.ts';
import { recordMerge } from './record-merge.ts';
import { undoRulesOf } from './undo-rules.ts';

export const MergeRecords = z.object({
  otherId: id,
  /** By field: whose value wins. For the rest see `winnerOf`. */
  take: z.record(z.string().max(60), z.enum(['kept', 'other'])).default({}),
});

/** A merge that shows an account more than before, or gives it other contacts, is approved by another person who may edit such records. */
const approvalFor = (entity: Entity) =>
  approvalKind({
    kind: `${entity}s.merge`,
    label: 'Merge',
    permission: editPermission(entity),
    payload: MergeRecords.extend({
      keptId: z.number(),
      /** The request is emptied when either person is erased. */
      kept: z.string(),
      merged: z.string(),
    }),
    async act(tx, requester, { keptId, kept: _, merged: __, ...input }, { services, decider }) {
      const done = await mergeRecords(tx, requester, services.personalData, entity, keptId, input, { decider });
      return { message: done instanceof Requested ? done.message : `${done.merged} was merged into ${done.kept}.` };
    },
    details: (reader, { kept, merged }, institutionId) =>
      can(reader, editPermission(entity), institutionId)
        ? [
            ['Keep', kept],
            ['Merge into it', merged],
            [
              'Why approval is needed',
              'Somebody signs in with one of these records and will see what the other holds, or gets its contacts. Check that both are the same person.',
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
 * Merges a record into the kept one, which alone is shown afterwards. Nothing is deleted. Where that shows an account
 * more than before, a second person approves it first.
 */
export async function mergeRecords(
  tx: Tx,
  actor: Actor,
  personalData: PersonalDataRegistry,
  entity: Entity,
  keptId: number,
  { otherId, take }: z.infer<typeof MergeRecords>,
  { decider }: { decider?: Actor } = {},
): Promise<{ mergeId: number; kept: string; merged: string } | Requested> {
  const kind = personalData.kindOf(entity);
  const pair = await lockPair(tx, actor, kind, keptId, otherId, take);
  if (decider) refuseOwnPair(decider, pair);
  else if ((await showsMoreToAccounts(actor, pair)) || (await mayChangeContacts(pair)))
    return requestMerge(actor, pair);
  const tables = personalData.tablesOf(entity);
  const merge: RunningMerge = {
    ...pair,
    journal: new MergeJournal(tx, undoRulesOf(personalData, entity)),
    changes: { kept: {}, other: { merged_into_id: keptId } },
  };
  await mergeRows(merge, tables);
  await changeRecords(merge);
  await checkMerged(merge, tables);
  const content = { kept: labelOf(kind, pair.kept), merged: labelOf(kind, pair.other), rows: merge.journal.entries() };
  const mergeId = await recordMerge(actor, merge, content);
  return { mergeId, kept: content.kept, merged: content.merged };
}

function requestMerge(actor: Actor, pair: Merge): Promise<Requested> {
  const { tx, kind, institutionId, keptId, otherId, take } = pair;
  const [kept, merged] = [labelOf(kind, pair.kept), labelOf(kind, pair.other)];
  return requestApproval(tx, actor, mergeApprovals[kind.entity], {
    institutionId,
    subject: { type: kind.entity, id: keptId },
    about: `other:${otherId}`,
    payload: { keptId, otherId, take, kept, merged },
    // Without the other's name: the log would keep it in an entry whose subject is the kept record.
    summary: `merge another record into the one of ${kept}`,
  });
}

/** Winning values and numbers go to the kept record; the merged one leads to it. */
async function changeRecords(merge: RunningMerge): Promise<void> {
  const { kind, kept, other, take, changes, keptId, otherId } = merge;
  for (const field of kind.mergeFields)
    if (winnerOf(field, kept, other, take[field.key]) === 'other')
      for (const column of field.columns) changes.kept[column] = other[column];
  if (kind.number) changes.kept['former_numbers'] = formerNumbers(merge, kind.number.column);
  await changeRecord(merge, otherId, changes.other);
  await changeRecord(merge, keptId, changes.kept);
}

/** The search finds the kept record by them; the merged record keeps its number, so that nobody else gets it. */
function formerNumbers({ kept, other }: Record<Side, Row>, number: string): string {
  const all = [kept.former_numbers, other[number], other.former_numbers].filter(Boolean).join(' ');
  if (all.length > 2000)
    throw new Refused('otherId', 'Too many records were merged into this one. No more can be merged into it.');
  return all;
}

/** Column names are those of declarations and of this file. */
async function changeRecord({ kind, institutionId, journal }: RunningMerge, personId: number, changes: Row) {
  const table = sql.identifier(kind.people);
  const columns = Object.keys(changes).map((column) => sql`${sql.identifier(column)} = r.${sql.identifier(column)}, `);
  await journal.run(
    kind.people,
    sql`update ${table} t set ${sql.join(columns)} updated_at = now()
      from jsonb_populate_record(null::${table}, ${JSON.stringify(changes)}::jsonb) r
      where t.institution_id = ${institutionId} and t.id = ${personId}`,
  );
}
