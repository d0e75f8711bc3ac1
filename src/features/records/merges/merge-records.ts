import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor, membershipIn } from '#kernel/actor.ts';
import { despiteClosed } from '#kernel/closed-sessions.ts';
import { type Tx, render, query } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { requestApproval, Requested } from '#features/records/approvals/request-approval.ts';
import { MergeJournal, type TouchedRow } from '#kernel/personal-data/merge-journal.ts';
import type { Permission } from '#kernel/permissions.ts';
import { type PersonalDataRegistry, type PersonalTable, inWriteOrder } from '#kernel/personal-data/personal-data.ts';
import { type Entity, merges } from '#features/records/people/people.schema.ts';
import { editPermission } from './edit-permission.ts';
import { labelOf, lockPair } from './lock-pair.ts';
import { undoRulesOf } from './undo-rules.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Merge, RunningMerge, MergeRule } from '#kernel/personal-data/merge-rule.ts';
import { winnerOf, type Row, type Side } from '#kernel/personal-data/merge-fields.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import { ownerColumn, byOwner } from '#kernel/personal-data/named-by.ts';
import { contactColumns, signsIn } from '#features/records/people/contacts/change-contacts.ts';

export const MergeRecords = z.object({
  otherId: id,
  /** By field: whose value wins. For the rest see `winnerOf`. */
  take: z.record(z.string().max(60), z.enum(['kept', 'other'])).default({}),
});

const account =
  'One of these records has an account. Its user will see the other record’s data or get its contacts. Check that both are the same person.';

const approvalFor = (entity: Entity, kind: string, label: string, permission: Permission) =>
  approvalKind({
    kind,
    label,
    permission,
    payload: MergeRecords.extend({
      keptId: z.number(),
      /** The request is emptied when either person is erased. */
      kept: z.string(),
      merged: z.string(),
      why: z.string().default(account),
    }),
    async act(tx, requester, { keptId, kept: _, merged: __, why: ___, ...input }, { services, decider }) {
      const done = await mergeRecords(tx, requester, services.personalData, entity, keptId, input, { decider });
      return { message: done instanceof Requested ? done.message : `${done.merged} was merged into ${done.kept}.` };
    },
    details: (reader, { kept, merged, why }, institutionId) =>
      can(reader, permission, institutionId)
        ? [
            ['Keep', kept],
            ['Merge into it', merged],
            ['Why approval is needed', why],
          ]
        : [],
  });

/** A merge that shows an account more than before, or gives it other contacts, is approved by another person who may edit such records. */
export const mergeApprovals = {
  student: approvalFor('student', 'students.merge', 'Merge', editPermission('student')),
  employee: approvalFor('employee', 'employees.merge', 'Merge', editPermission('employee')),
  guardian: approvalFor('guardian', 'guardians.merge', 'Merge', editPermission('guardian')),
};

/** Invoices and payments change owner: somebody approves who approves moves of money. */
export const moneyMergeApproval = approvalFor('student', 'students.mergeMoney', 'Merge with money', 'payments.approve');

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
  const tables = personalData.tablesOf(entity);
  const money = await moneyToApprove(pair, tables);
  const concernsAccount = (await showsMoreToAccounts(actor, pair)) || (await mayChangeContacts(pair));
  if (decider) {
    refuseOwnPair(decider, pair);
    if (money && !can(decider, moneyMergeApproval.permission as Permission, pair.institutionId))
      throw new ValidationError(
        'form',
        'One of these records now has invoices or payments. Decline this, then merge again.',
      );
    if (money && concernsAccount && !can(decider, kind.edit, pair.institutionId))
      throw new ValidationError('form', `${account} An owner can approve this.`);
  } else if (money || concernsAccount) return requestMerge(pair, money, concernsAccount);
  const merge: RunningMerge = {
    ...pair,
    journal: new MergeJournal(tx, undoRulesOf(personalData, entity)),
    changes: { kept: {}, other: { merged_into_id: keptId } },
    moved: {},
  };
  await despiteClosed(tx, 'merge', async () => {
    await mergeRows(merge, tables);
    await changeRecords(merge);
    await checkMerged(merge, tables);
  });
  const content = {
    kept: labelOf(kind, pair.kept),
    merged: labelOf(kind, pair.other),
    rows: merge.journal.entries(),
    moved: merge.moved,
  };
  const mergeId = await recordMerge(actor, merge, content);
  return { mergeId, kept: content.kept, merged: content.merged };
}

/** What somebody who approves moves of money has to agree to; null if the merge moves none. */
async function moneyToApprove(pair: Merge, tables: readonly PersonalTable[]): Promise<string | null> {
  for (const { merge: rule } of tables) {
    const money = 'moneyToApprove' in rule ? await rule.moneyToApprove?.(pair) : null;
    if (money) return money;
  }
  return null;
}

function requestMerge(pair: Merge, money: string | null, concernsAccount: boolean): Promise<Requested> {
  const { tx, actor, kind, institutionId, keptId, otherId, take } = pair;
  const [kept, merged] = [labelOf(kind, pair.kept), labelOf(kind, pair.other)];
  const why = [money, concernsAccount && account].filter(Boolean).join(' ');
  return requestApproval(tx, actor, money ? moneyMergeApproval : mergeApprovals[kind.entity], {
    institutionId,
    subject: { type: kind.entity, id: keptId },
    about: `other:${otherId}`,
    payload: { keptId, otherId, take, kept, merged, why },
    // Without the other's name: the log would keep it in an entry whose subject is the kept record.
    summary: `merge another record into that of ${kept}${money ? ', with its invoices and payments' : ''}`,
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
    throw new ValidationError('otherId', 'Too many records were merged into this one. No more can be merged into it.');
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

/** What `merges.content` holds. */
export interface MergeContent {
  kept: string;
  merged: string;
  rows: TouchedRow[];
  moved?: Record<string, unknown>;
  [more: string]: unknown;
}

/** Keeps what an unmerge needs, and writes into the history of both records. */
async function recordMerge(actor: Actor, merge: RunningMerge, content: MergeContent): Promise<number> {
  const { tx, kind, institutionId, keptId, otherId } = merge;
  const [row] = await tx
    .insert(merges)
    .values({ institutionId, entity: kind.entity, keptId, mergedId: otherId, content, accountId: actor.accountId })
    .returning({ id: merges.id });
  const kept = { of: kind.entity, id: keptId, name: content.kept };
  const merged = { of: kind.entity, id: otherId, name: content.merged };
  const entry = (personId: number, summary: ReturnType<typeof sentence>) => ({
    institutionId,
    summary,
    subject: { type: kind.entity, id: personId },
    details: { merge: row!.id, kept: keptId, merged: otherId },
  });
  await recordMany(tx, actor, 'people.merge', [
    entry(keptId, sentence`merged the record of ${merged} into this one of ${kept}`),
    entry(otherId, sentence`merged this record of ${merged} into the one of ${kept}`),
  ]);
  return row!.id;
}

/**
 * Whether the merge shows an account what only the other record held: a person's restricted data, or the children of
 * another family. Owners see all of it and could give any account any role.
 */
async function showsMoreToAccounts(
  actor: Actor,
  { tx, kind, institutionId, keptId, otherId }: Merge,
): Promise<boolean> {
  if (membershipIn(actor, institutionId)?.isOwner) return false;
  const accountsOf = (id: number) => sql`array(select distinct account_id from memberships
    where institution_id = ${institutionId} and ${ownerColumn(kind.entity)} = ${id} order by 1)`;
  const rows = await query<{ differ: boolean }>(tx, render)`
    select ${accountsOf(keptId)} <> ${accountsOf(otherId)} as differ`;
  return rows[0]!.differ;
}

/**
 * Whether the merge may give somebody who signs in another phone or e-mail address, which two people decide, owners
 * included.
 */
async function mayChangeContacts({ tx, kind, institutionId, keptId, otherId, kept, other }: Merge): Promise<boolean> {
  if (contactColumns.every((column) => (kept[column] ?? null) === (other[column] ?? null))) return false;
  const one = (id: number) => signsIn(kind.entity, sql`${institutionId}::int`, sql`${id}::bigint`);
  const rows = await query<{ found: boolean }>(tx, render)`select ${one(keptId)} or ${one(otherId)} as found`;
  return rows[0]!.found;
}

/** The second person may not sign in with either record. */
function refuseOwnPair(decider: Actor, { kind, institutionId, keptId, otherId }: Merge): void {
  const own = membershipIn(decider, institutionId)![`${kind.entity}Ids`];
  if (own.includes(keptId) || own.includes(otherId))
    throw new ValidationError('form', 'One of these records is your own. Ask a colleague to decide.');
}

/** Merges the rows of all tables as their features declare. */
async function mergeRows(merge: RunningMerge, tables: readonly PersonalTable[]): Promise<void> {
  for (const table of tables) await refuseIfDeclared(merge, table);
  for (const { table, merge: rule } of inWriteOrder(tables)) {
    if (rule.how === 'move') await moveRows(merge, table, rule.same ?? []);
    if (rule.how === 'combine') await rule.run(merge);
  }
}

/** What features refuse once everything is written. */
async function checkMerged(merge: RunningMerge, tables: readonly PersonalTable[]): Promise<void> {
  for (const { merge: rule } of tables) if (rule.how === 'record') await rule.check?.(merge);
}

async function refuseIfDeclared(
  { tx, kind, institutionId, otherId }: RunningMerge,
  { table, merge, namedBy = byOwner }: PersonalTable,
): Promise<void> {
  if (merge.how !== 'refuse') return;
  const { rows } = await tx.execute(sql`select 1 from ${sql.identifier(table)}
    where institution_id = ${institutionId} and ${namedBy(kind.entity, [otherId])} limit 1`);
  if (rows.length) throw new ValidationError('otherId', merge.message);
}

/** Of two rows that agree in the columns of `same`, the one of the merged record is deleted. */
async function moveRows(
  { kind, institutionId, keptId, otherId, journal }: RunningMerge,
  table: string,
  same: NonNullable<Extract<MergeRule, { how: 'move' }>['same']>,
): Promise<void> {
  const [name, owner] = [sql.identifier(table), ownerColumn(kind.entity)];
  const compared = same.filter((column) => column !== `${kind.entity}_id`);
  if (compared.length) {
    const isSame = sql.raw(compared.map((column) => `k.${column} is not distinct from g.${column}`).join(' and '));
    await journal.run(
      table,
      sql`delete from ${name} g where g.institution_id = ${institutionId} and g.${owner} = ${otherId} and exists (
        select from ${name} k where k.institution_id = g.institution_id and k.${owner} = ${keptId} and ${isSame})`,
    );
  }
  await journal.run(
    table,
    sql`update ${name} set ${owner} = ${keptId} where institution_id = ${institutionId} and ${owner} = ${otherId}`,
  );
}
