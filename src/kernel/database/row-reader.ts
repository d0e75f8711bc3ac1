import pg from 'pg';

/** What becomes of the rows of a statement, which arrive as bytes. */
export interface Rows<Answer> {
  /** Whether the columns are known from an earlier execution. */
  readonly isDescribed: boolean;
  describe(fields: pg.FieldDef[]): void;
  /** At `at` the number of fields, then each with its length, -1 for null. The bytes are reused after this returns. */
  row(bytes: Buffer, at: number, length: number): void;
  /** `tag` is PostgreSQL's: `SELECT 5`, `INSERT 0 1`, `COMMIT`. */
  end(tag: string): Answer;
}

/** Behind a pooler a migration can give a statement that stays prepared another column. */
export function expectColumns(bytes: Buffer, at: number, count: number): void {
  if (bytes.readInt16BE(at) !== count) throw new Error('The columns of this statement have changed.');
}

/** Of a statement whose result is not read. */
export const unread: Rows<undefined> = { isDescribed: true, describe() {}, row() {}, end: () => undefined };

export type Asked = pg.QueryConfig & { rowMode?: 'array'; types?: pg.CustomTypesConfig };
type Parse = (text: string) => unknown;

/** The columns of a statement, with the parsers that each way to ask for it takes. */
export class Columns {
  readonly names: string[];
  readonly #oids: number[];
  #plain: Parse[] | undefined;
  #given: Parse[] | undefined;

  constructor(fields: pg.FieldDef[]) {
    this.names = fields.map(({ name }) => name);
    this.#oids = fields.map(({ dataTypeID }) => dataTypeID);
  }

  /** Only Drizzle gives types: new ones with each query, but all alike. */
  parsers(types: pg.CustomTypesConfig | undefined): Parse[] {
    return types ? (this.#given ??= this.#parsersOf(types)) : (this.#plain ??= this.#parsersOf(pg.types));
  }

  #parsersOf = (types: pg.CustomTypesConfig) => this.#oids.map((oid) => types.getTypeParser(oid, 'text') as Parse);
}

/**
 * Rows as values, as pg reads them, in less than half of its time: columns are described once a connection, and there is
 * no message for each row. `known` holds the columns of a connection's named statements.
 */
export class RowReader implements Rows<pg.QueryResult> {
  readonly #asked: Asked;
  readonly #known: Map<string, Columns>;
  readonly #rows: unknown[] = [];
  #columns: Columns | undefined;

  constructor(asked: Asked, known: Map<string, Columns>) {
    this.#asked = asked;
    this.#known = known;
    this.#columns = asked.name ? known.get(asked.name) : undefined;
  }

  get isDescribed(): boolean {
    return this.#columns !== undefined;
  }

  describe(fields: pg.FieldDef[]): void {
    this.#columns = new Columns(fields);
    if (this.#asked.name) this.#known.set(this.#asked.name, this.#columns);
  }

  row(bytes: Buffer, at: number): void {
    const { names } = this.#columns!;
    const parsers = this.#columns!.parsers(this.#asked.types);
    expectColumns(bytes, at, names.length);
    const values: unknown[] = [];
    let from = at + 2;
    for (let column = 0; column < names.length; column++) {
      const size = bytes.readInt32BE(from);
      from += 4;
      values.push(size < 0 ? null : parsers[column]!(bytes.toString('utf8', from, from + size)));
      if (size > 0) from += size;
    }
    this.#rows.push(this.#asked.rowMode === 'array' ? values : named(names, values));
  }

  end(tag: string): pg.QueryResult {
    const [, command = '', count] = /^(\w+)\D*(?:\d+ )?(\d+)?$/.exec(tag) ?? [];
    const rowCount = count === undefined ? null : Number(count);
    return { rows: this.#rows as pg.QueryResultRow[], rowCount, command, oid: 0, fields: [] };
  }
}

function named(names: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[names[at]!] = values[at];
  return row;
}
