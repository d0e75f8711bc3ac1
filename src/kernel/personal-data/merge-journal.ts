import { sql, type SQL } from 'drizzle-orm';
import { query, render, type Tx } from '../database.ts';
import type { Row } from './merge-fields.ts';

/** How an unmerge restores the rows of a table. */
export interface UndoRule {
  /** The primary key without the institution. */
  keys: readonly string[];
  /**
   * 'rows': replaces the rows with the old ones, so none may have changed since. 'columns': restores the columns that
   * the merge changed and keeps later changes of others.
   */
  by: 'rows' | 'columns';
  /** Their name in a refusal: 'the documents'. */
  words: string;
  /** Numbers too large for JavaScript. */
  longNumbers?: readonly string[];
}

/** A row that a merge wrote, before and after; null if there was or is none. */
export interface TouchedRow {
  table: string;
  before: Row | null;
  after: Row | null;
}

/** How the rows of each table are restored. */
export type UndoRules = ReadonlyMap<string, UndoRule>;

/** Computed by the database. */
const generated = new Set(['sort_name', 'search_text', 'batch_name']);

export const changedColumns = ({ before, after }: TouchedRow): string[] =>
  Object.keys(after ?? before ?? {}).filter(
    (column) => !generated.has(column) && JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]),
  );

export const keyOf = (rules: UndoRules, { table, before, after }: TouchedRow): string =>
  [table, ...rules.get(table)!.keys.map((key) => (before ?? after)![key])].join(' ');

/** Records what a merge writes, so that an unmerge can restore it. */
export class MergeJournal {
  readonly #tx: Tx;
  readonly #rules: UndoRules;
  readonly #touched: TouchedRow[] = [];

  constructor(tx: Tx, rules: UndoRules) {
    this.#tx = tx;
    this.#rules = rules;
  }

  /** Runs an insert, update or delete on one table and stores both states of each row. */
  async run(table: string, statement: SQL): Promise<TouchedRow[]> {
    const rule = this.#rules.get(table);
    if (!rule) throw new Error(`${table} is not declared as part of merging`);
    const rows = await query<{ before: Row | null; after: Row | null }>(
      this.#tx,
      render(sql`${statement} returning ${rowAsJson(rule, 'old')} as before, ${rowAsJson(rule, 'new')} as after`),
    );
    const touched = rows.map(({ before, after }) => ({ table, before: real(before), after: real(after) }));
    this.#touched.push(...touched);
    return touched;
  }

  /** One entry for each row with its first and last state; unchanged rows are omitted. */
  entries(): TouchedRow[] {
    const all = new Map<string, TouchedRow>();
    for (const part of this.#touched.flatMap((touched) => this.#splitByKey(touched))) {
      const key = keyOf(this.#rules, part);
      const earlier = all.get(key);
      all.set(key, earlier ? { ...earlier, after: part.after } : part);
    }
    return [...all.values()].filter((row) => (row.before || row.after) && changedColumns(row).length > 0);
  }

  /** A row with a new key counts as another row: the old one is deleted, the new one inserted. */
  #splitByKey(row: TouchedRow): TouchedRow[] {
    const [gone, added] = [
      { ...row, after: null },
      { ...row, before: null },
    ];
    const isOtherRow = row.before && row.after && keyOf(this.#rules, gone) !== keyOf(this.#rules, added);
    return isOtherRow ? [gone, added] : [row];
  }
}

/** Large numbers pass through JavaScript as text. */
const rowAsJson = ({ longNumbers = [] }: UndoRule, row: 'old' | 'new') =>
  sql.raw(
    [
      `to_jsonb(${row})`,
      ...longNumbers.map((column) => `jsonb_build_object('${column}', ${row}.${column}::text)`),
    ].join(' || '),
  );

/** For an insert `old`, and for a delete `new`, has only nulls. */
const real = (row: Row | null): Row | null => (row && row.institution_id !== null ? row : null);
