import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { Row } from '#kernel/personal-data/merge-fields.ts';
import {
  changedColumns,
  keyOf,
  type TouchedRow,
  type UndoRules,
  type UndoRule,
} from '#kernel/personal-data/merge-journal.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';

/** The rows that a merge wrote, with how they are put back. */
export interface Restoring {
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
export async function changedSince(restoring: Restoring, personalData: PersonalDataRegistry): Promise<string[]> {
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
  const rows = await query<{ row: Row | null; wanted: Row }>(
    tx,
    render(sql`
    select case when t.institution_id is not null then to_jsonb(t) end as row, to_jsonb(a) as wanted
    from jsonb_populate_recordset(null::${name}, ${JSON.stringify(wanted)}::jsonb) a
    left join ${name} t on t.institution_id = ${institutionId} and ${sameKey(rules.get(table)!, 't', 'a')}`),
  );
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
export async function restoreRows(restoring: Restoring): Promise<void> {
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
  if (rowCount !== out.length) throw new Conflict('Somebody changed the same record at the same moment. Try again.');
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
