import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { Row } from './merge-units.ts';

/** A row that a merge touched, as it was and as it became; null where there was or is none. */
export interface Touched {
  table: JournalTable;
  before: Row | null;
  after: Row | null;
}

interface TableRules {
  /** Beside the institution. */
  keys: readonly string[];
  /**
   * 'whole': an undo takes the rows out and puts the old ones in, so it needs every column as the merge left it.
   * 'columns': only the columns that the merge changed are put back; what else has changed since stays.
   */
  undo: 'whole' | 'columns';
  /** What a refusal calls it. */
  words: string;
}

const id = ['id'];

/** Every table that a merge may touch. A test compares it with what points at people. */
export const journalTables = {
  students: { keys: id, undo: 'columns', words: 'the record' },
  employees: { keys: id, undo: 'columns', words: 'the record' },
  guardians: { keys: id, undo: 'columns', words: 'the record' },
  enrolments: { keys: id, undo: 'whole', words: 'the enrolments' },
  student_guardians: { keys: ['student_id', 'guardian_id'], undo: 'whole', words: 'the guardians' },
  student_electives: { keys: ['student_id', 'offering_id'], undo: 'whole', words: 'the electives' },
  custom_values: { keys: id, undo: 'whole', words: 'the school’s own fields' },
  memberships: { keys: id, undo: 'whole', words: 'the sign-ins' },
  batch_teachers: { keys: ['batch_id', 'employee_id'], undo: 'whole', words: 'who is class teacher where' },
  course_offerings: { keys: id, undo: 'columns', words: 'who teaches what' },
  documents: { keys: id, undo: 'columns', words: 'the documents' },
  student_moves: { keys: id, undo: 'columns', words: 'the moves' },
  employee_moves: { keys: id, undo: 'columns', words: 'the moves' },
  certificates: { keys: id, undo: 'columns', words: 'the certificates' },
} satisfies Record<string, TableRules>;
export type JournalTable = keyof typeof journalTables;

/** Kept by the database itself. */
const generated = new Set(['sort_name', 'search_text', 'batch_name']);

export const changedColumns = ({ before, after }: Touched): string[] =>
  Object.keys(after ?? before ?? {}).filter(
    (column) => !generated.has(column) && JSON.stringify(before?.[column]) !== JSON.stringify(after?.[column]),
  );

export const keyOf = ({ table, before, after }: Touched): string =>
  [table, ...journalTables[table].keys.map((key) => (before ?? after)![key])].join(' ');

/** What a merge does, written down as it happens. */
export class Journal {
  readonly #tx: Tx;
  readonly #touched: Touched[] = [];

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Runs an insert, update or delete of one table, and keeps each row's two states. */
  async run(table: JournalTable, statement: SQL): Promise<Touched[]> {
    const { rows } = await this.#tx.execute<{ before: Row | null; after: Row | null }>(
      sql`${statement} returning ${rowAsJson(table, 'old')} as before, ${rowAsJson(table, 'new')} as after`,
    );
    const touched = rows.map(({ before, after }) => ({ table, before: real(before), after: real(after) }));
    this.#touched.push(...touched);
    return touched;
  }

  /** One entry a row: what it was at first and what it is at last; without those that are as they were. */
  entries(): Touched[] {
    const all = new Map<string, Touched>();
    for (const one of this.#touched) {
      // A row whose key changed is another row: the old one is gone, the new one was not there.
      const parts =
        one.before && one.after && keyOf({ ...one, after: null }) !== keyOf({ ...one, before: null })
          ? [
              { ...one, after: null },
              { ...one, before: null },
            ]
          : [one];
      for (const part of parts) {
        const key = keyOf(part);
        const earlier = all.get(key);
        all.set(key, earlier ? { ...earlier, after: part.after } : part);
      }
    }
    return [...all.values()].filter((one) => (one.before || one.after) && changedColumns(one).length > 0);
  }
}

/** A number of any length comes through JavaScript as text. */
const rowAsJson = (table: JournalTable, row: 'old' | 'new') =>
  sql.raw(
    table === 'custom_values'
      ? `to_jsonb(${row}) || jsonb_build_object('number_value', ${row}.number_value::text)`
      : `to_jsonb(${row})`,
  );

/** The row that an insert replaces, or that a delete leaves, is one of nulls. */
const real = (row: Row | null): Row | null => (row && row.institution_id !== null ? row : null);
