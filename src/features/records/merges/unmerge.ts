import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import { despiteClosed } from '#kernel/closed-sessions.ts';
import { today } from '#kernel/dates.ts';
import { render, type Tx, query, hasKey } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { Unmerge } from '#kernel/personal-data/merge-rule.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import { merges } from '#features/records/people/people.schema.ts';
import type { MergeContent } from './merge-records.ts';
import { undoRulesOf } from './undo-rules.ts';
import type { Row } from '#kernel/personal-data/merge-fields.ts';
import {
  changedColumns,
  keyOf,
  type TouchedRow,
  type UndoRules,
  type UndoRule,
} from '#kernel/personal-data/merge-journal.ts';

export const undoDays = 30;

type UnmergeMergeRow = typeof merges.$inferSelect;

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
    throw new Conflict(`These records can’t be unmerged: ${listed(changed)} changed since the merge.`);

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

const alreadyUnmerged = () => new Conflict('These records have already been unmerged.');

/** Locks both people, then the merge, as merging and erasing do: of two users who unmerge at once the second is refused. */
async function lockMerged(tx: Tx, kind: PersonKind, merge: UnmergeMergeRow): Promise<void> {
  const { institutionId, keptId, mergedId } = merge;
  const people = await query<{ id: number; into: number | null; erased: boolean }>(tx, render)`
    select id, merged_into_id as into, anonymised_at is not null as erased from ${sql.identifier(kind.people)}
    where institution_id = ${institutionId} and id in (${keptId}, ${mergedId}) order by id for no key update`;
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

async function recordUnmerge(tx: Tx, actor: Actor, merge: UnmergeMergeRow): Promise<void> {
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

const isMerge = ({ institutionId, id }: Pick<UnmergeMergeRow, 'institutionId' | 'id'>) =>
  hasKey(merges, institutionId, id);

async function findMerge(
  tx: Tx,
  actor: Actor,
  personalData: PersonalDataRegistry,
  mergeId: number,
): Promise<UnmergeMergeRow> {
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

async function refuseIfMergedSince(tx: Tx, { institutionId, entity, keptId, id }: UnmergeMergeRow): Promise<void> {
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

/** The rows that a merge wrote, with how they are put back. */
interface Restoring {
  tx: Tx;
  institutionId: number;
  kind: PersonKind;
  rows: TouchedRow[];
  rules: UndoRules;
}

const byTable = (rows: TouchedRow[]) => Map.groupBy(rows, ({ table }) => table);

/** That a row was written is no change that matters. */
const ignored = new Set(['updated_at']);

/** What has changed since the merge and would be overwritten, in words. */
async function changedSince(restoring: Restoring, personalData: PersonalDataRegistry): Promise<string[]> {
  const { kind, rows, rules } = restoring;
  const changed = new Set<string>();
  for (const [table, touched] of byTable(rows)) {
    const { by, words } = rules.get(table)!;
    const now = await rowsNow(restoring, table, touched);
    for (const entry of touched) {
      const { row, after } = now.get(keyOf(rules, entry)) ?? { row: null, after: null };
      if (!row || !after) {
        if (Boolean(row) !== Boolean(entry.after)) changed.add(words);
        continue;
      }
      const columns = by === 'rows' ? Object.keys(after) : changedColumns(entry);
      for (const column of columns)
        if (!ignored.has(column) && JSON.stringify(row[column]) !== JSON.stringify(after[column]))
          changed.add(table === kind.people ? columnWords(kind, personalData, column) : words);
    }
  }
  return [...changed];
}

function columnWords({ entity, mergeFields }: PersonKind, personalData: PersonalDataRegistry, column: string): string {
  const field = mergeFields.find(({ columns }) => columns.includes(column));
  if (field) return `the ${field.label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`;
  const sets = personalData.tablesOf(entity).map(({ merge }) => ('sets' in merge ? merge.sets?.[column] : undefined));
  return sets.find(Boolean) ?? 'the record';
}

/** Each row as it is now beside what the merge left, both read by the same session, so that moments look alike. */
async function rowsNow({ tx, institutionId, rules }: Restoring, table: string, touched: TouchedRow[]) {
  const name = sql.identifier(table);
  const wanted = touched.map(({ before, after }) => after ?? before);
  const rows = await query<{ row: Row | null; wanted: Row }>(tx, render)`
    select case when t.institution_id is not null then to_jsonb(t) end as row, to_jsonb(a) as wanted
    from jsonb_populate_recordset(null::${name}, ${JSON.stringify(wanted)}::jsonb) a
    left join ${name} t on t.institution_id = ${institutionId} and ${sameKey(rules.get(table)!, 't', 'a')}`;
  const gone = new Set(touched.filter(({ after }) => !after).map((entry) => keyOf(rules, entry)));
  return new Map(
    rows.map(({ row, wanted: a }) => {
      const key = keyOf(rules, { table, before: a, after: null });
      return [key, { row, after: gone.has(key) ? null : a }];
    }),
  );
}

const sameKey = ({ keys }: UndoRule, one: string, other: string) =>
  sql.raw(keys.map((key) => `${one}.${key} = ${other}.${key}`).join(' and '));

/** Puts every row back as it was before the merge. */
async function restoreRows(restoring: Restoring): Promise<void> {
  for (const [table, touched] of byTable(restoring.rows)) {
    if (restoring.rules.get(table)!.by === 'rows') await replaceRows(restoring, table, touched);
    else await restoreColumns(restoring, table, touched);
  }
}

/** All rows are deleted before the first is inserted, so that unique keys do not get in the way. */
async function replaceRows({ tx, institutionId, rules }: Restoring, table: string, touched: TouchedRow[]) {
  const name = sql.identifier(table);
  const out = touched.flatMap(({ after }) => after ?? []);
  const into = touched.flatMap(({ before }) => before ?? []);
  const { rowCount } = await tx.execute(sql`delete from ${name} t
    using jsonb_populate_recordset(null::${name}, ${JSON.stringify(out)}::jsonb) a
    where t.institution_id = ${institutionId} and ${sameKey(rules.get(table)!, 't', 'a')}`);
  if (rowCount !== out.length) throw new Conflict('Someone changed the same record at the same moment. Try again.');
  await tx.execute(sql`insert into ${name} overriding system value
    select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(into)}::jsonb)`);
}

/** One statement for all rows in which the same columns changed. */
async function restoreColumns({ tx, institutionId, rules }: Restoring, table: string, touched: TouchedRow[]) {
  const name = sql.identifier(table);
  const rule = rules.get(table)!;
  for (const [columns, alike] of Map.groupBy(touched, (entry) => changedColumns(entry).join())) {
    const changed = columns.split(',');
    const set = changed
      .filter((column) => !ignored.has(column))
      .map((column) => sql`${sql.identifier(column)} = b.${sql.identifier(column)}`);
    // If nobody has written since, the moment of the last change is the old one, too.
    if (changed.includes('updated_at'))
      set.push(sql`updated_at = case when t.updated_at = a.updated_at then b.updated_at else now() end`);
    await tx.execute(sql`update ${name} t set ${sql.join(set, sql`, `)}
      from jsonb_populate_recordset(null::${name}, ${JSON.stringify(alike.map(({ before }) => before))}::jsonb) b,
        jsonb_populate_recordset(null::${name}, ${JSON.stringify(alike.map(({ after }) => after))}::jsonb) a
      where t.institution_id = ${institutionId} and ${sameKey(rule, 't', 'b')} and ${sameKey(rule, 't', 'a')}`);
  }
}
