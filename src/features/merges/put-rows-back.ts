import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import type { MergeEntity } from './entities.ts';
import { changedColumns, journalTables, keyOf, type JournalTable, type Touched } from './journal.ts';
import type { Row } from './merge-units.ts';

const byTable = (rows: Touched[]) => Map.groupBy(rows, ({ table }) => table);

/** That a row was written is no change that matters. */
const passing = new Set(['updated_at']);

/** What stands against an undo, in words; empty when nothing does. */
export async function whatChangedSince(
  tx: Tx,
  institutionId: number,
  rows: Touched[],
  about: MergeEntity,
): Promise<string[]> {
  const changed = new Set<string>();
  for (const [table, touched] of byTable(rows)) {
    const { undo, words } = journalTables[table];
    const now = await rowsNow(tx, institutionId, table, touched);
    for (const one of touched) {
      const { row, after } = now.get(keyOf(one)) ?? { row: null, after: null };
      if (!row || !after) {
        if (Boolean(row) !== Boolean(one.after)) changed.add(words);
        continue;
      }
      const columns = undo === 'whole' ? Object.keys(after) : changedColumns(one);
      for (const column of columns)
        if (!passing.has(column) && JSON.stringify(row[column]) !== JSON.stringify(after[column]))
          changed.add(table === about.table ? fieldWords(about, column) : words);
    }
  }
  return [...changed];
}

const fieldWords = ({ units }: MergeEntity, column: string) => {
  const unit = units.find(({ columns }) => columns.includes(column));
  if (unit) return `the ${unit.label.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())}`;
  return column === 'batch_id' ? 'the place in the current session' : 'the record';
};

/** Each row as it is now beside what the merge left, both read by the same session, so that moments look alike. */
async function rowsNow(tx: Tx, institutionId: number, table: JournalTable, touched: Touched[]) {
  const name = sql.identifier(table);
  const wanted = touched.map(({ before, after }) => after ?? before);
  const { rows } = await tx.execute<{ row: Row | null; wanted: Row }>(sql`
    select case when t.institution_id is not null then to_jsonb(t) end as row, to_jsonb(a) as wanted
    from jsonb_populate_recordset(null::${name}, ${JSON.stringify(wanted)}::jsonb) a
    left join ${name} t on t.institution_id = ${institutionId} and ${sameKey(table, 't', 'a')}`);
  const gone = new Set(touched.filter(({ after }) => !after).map(keyOf));
  return new Map(
    rows.map(({ row, wanted: a }) => {
      const key = keyOf({ table, before: a, after: null });
      return [key, { row, after: gone.has(key) ? null : a }];
    }),
  );
}

const sameKey = (table: JournalTable, one: string, other: string) =>
  sql.raw(journalTables[table].keys.map((key) => `${one}.${key} = ${other}.${key}`).join(' and '));

/** Every row as it was before the merge. */
export async function putRowsBack(tx: Tx, institutionId: number, rows: Touched[]): Promise<void> {
  for (const [table, touched] of byTable(rows)) {
    if (journalTables[table].undo === 'whole') await replace(tx, institutionId, table, touched);
    else await restoreColumns(tx, institutionId, table, touched);
  }
}

/** All out before the first goes in: no two rows get into each other's way. */
async function replace(tx: Tx, institutionId: number, table: JournalTable, touched: Touched[]) {
  const name = sql.identifier(table);
  const out = touched.flatMap(({ after }) => after ?? []);
  const into = touched.flatMap(({ before }) => before ?? []);
  const { rowCount } = await tx.execute(sql`delete from ${name} t
    using jsonb_populate_recordset(null::${name}, ${JSON.stringify(out)}::jsonb) a
    where t.institution_id = ${institutionId} and ${sameKey(table, 't', 'a')}`);
  if (rowCount !== out.length) throw new Conflict('Somebody changed the same record at the same moment. Try again.');
  await tx.execute(sql`insert into ${name} overriding system value
    select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(into)}::jsonb)`);
}

/** Rows whose same columns were changed go back in one statement. */
async function restoreColumns(tx: Tx, institutionId: number, table: JournalTable, touched: Touched[]) {
  const name = sql.identifier(table);
  for (const [columns, alike] of Map.groupBy(touched, (one) => changedColumns(one).join())) {
    const changed = columns.split(',');
    const set = changed
      .filter((column) => !passing.has(column))
      .map((column) => sql`${sql.identifier(column)} = b.${sql.identifier(column)}`);
    // Nobody else has written since: then the hour of the last change is the old one, too.
    if (changed.includes('updated_at'))
      set.push(sql`updated_at = case when t.updated_at = a.updated_at then b.updated_at else now() end`);
    await tx.execute(sql`update ${name} t set ${sql.join(set, sql`, `)}
      from jsonb_populate_recordset(null::${name}, ${JSON.stringify(alike.map(({ before }) => before))}::jsonb) b,
        jsonb_populate_recordset(null::${name}, ${JSON.stringify(alike.map(({ after }) => after))}::jsonb) a
      where t.institution_id = ${institutionId} and ${sameKey(table, 't', 'b')} and ${sameKey(table, 't', 'a')}`);
  }
}
