import type { FieldDef } from 'pg';
import { Json } from './json.ts';
import { expectColumns } from './row-reader.ts';

/** One page of rows as JSON, and the values for the next page's address. */
export interface JsonPage<Row> {
  rows: Json<Row[]>;
  count: number;
  /** Every column of the last row of a full page, in PostgreSQL's format. */
  last?: Record<string, string | null>;
  /** Whether there was a row beyond the page. */
  isMore: boolean;
}

export interface JsonOptions {
  /** Rows beyond the page are counted, not written. */
  atMost: number;
  /** Columns that are not sent to the page. */
  unseen?: string[];
  /** Writes rows as arrays instead of objects: a third of the bytes for hundreds of short rows. */
  asLists?: boolean;
}

const [quote, backslash, comma, opening, closing, brace, t] = Buffer.from('"\\,[]}t');

const nothing = Buffer.from('null');
const truths = { true: Buffer.from('true'), false: Buffer.from('false') };
const hex = Buffer.from('0123456789abcdef');

/**
 * Turns PostgreSQL's rows into JSON byte by byte: creating a string per cell and an object per row would cost more than
 * the query. A row whose first column is null is skipped.
 */
export class JsonRowWriter {
  readonly #scratch: Scratch;
  readonly #options: JsonOptions;
  readonly #name: string | undefined;
  #columns: JsonColumns | undefined;
  #length = 0;
  #count = 0;
  #last: Record<string, string | null> | undefined;

  constructor(scratch: Scratch, options: JsonOptions, name?: string) {
    this.#scratch = scratch;
    this.#options = options;
    this.#name = name;
    this.#columns = name ? scratch.columns.get(name) : undefined;
  }

  get isDescribed(): boolean {
    return this.#columns !== undefined;
  }

  describe(fields: Pick<FieldDef, 'name' | 'dataTypeID'>[]): void {
    this.#columns = jsonColumns(fields, this.#options);
    if (this.#name) this.#scratch.columns.set(this.#name, this.#columns);
  }

  /** A DataRow message: at `at` the number of fields, then each with its length; -1 is null. */
  row(bytes: Buffer, at: number, length: number): void {
    const { all, prefixes } = this.#columns!;
    expectColumns(bytes, at, all.length);
    let from = at + 2;
    if (bytes.readInt32BE(from) < 0) return;
    this.#count += 1;
    const { atMost, asLists } = this.#options;
    if (this.#count > atMost) return;
    if (this.#count === atMost) this.#last = fieldsOf(bytes, from, all);
    // A control character takes six bytes.
    const out = this.#scratch.room(this.#length, prefixes + 6 * length + 16);
    let to = this.#length;
    out[to++] = to === 1 ? opening! : comma!;
    for (const { prefix, kind } of all) {
      const size = bytes.readInt32BE(from);
      from += 4;
      if (kind !== 'unseen') {
        for (let byte = 0; byte < prefix.length; byte++) out[to++] = prefix[byte]!;
        if (size < 0) to = copy(out, to, nothing, 0, nothing.length);
        else if (kind === 'text') to = copyText(out, to, bytes, from, from + size);
        else if (kind === 'plain') to = copy(out, to, bytes, from, from + size);
        else {
          const truth = bytes[from] === t ? truths.true : truths.false;
          to = copy(out, to, truth, 0, truth.length);
        }
      }
      if (size > 0) from += size;
    }
    out[to++] = asLists ? closing! : brace!;
    this.#length = to;
  }

  end<Row>(): JsonPage<Row> {
    const { atMost } = this.#options;
    return {
      rows: new Json(this.#written()),
      count: Math.min(this.#count, atMost),
      last: this.#last,
      isMore: this.#count > atMost,
    };
  }

  /** Copied, because the next statement reuses the buffer. */
  #written(): Buffer {
    if (!this.#length) return Buffer.from('[]');
    const copied = Buffer.allocUnsafe(this.#length + 1);
    this.#scratch.bytes.copy(copied, 0, 0, this.#length);
    copied[this.#length] = closing!;
    return copied;
  }
}

function copy(out: Buffer, to: number, bytes: Buffer, from: number, end: number): number {
  while (from < end) out[to++] = bytes[from++]!;
  return to;
}

function copyText(out: Buffer, to: number, bytes: Buffer, from: number, end: number): number {
  out[to++] = quote!;
  while (from < end) {
    const byte = bytes[from++]!;
    if (byte < 0x20) {
      to = copy(out, to, unicode, 0, unicode.length);
      out[to++] = hex[byte >> 4]!;
      out[to++] = hex[byte & 15]!;
    } else {
      if (byte === quote || byte === backslash) out[to++] = backslash!;
      out[to++] = byte;
    }
  }
  out[to++] = quote!;
  return to;
}

const unicode = Buffer.from('\\u00');

function fieldsOf(bytes: Buffer, from: number, columns: Column[]): Record<string, string | null> {
  const fields: Record<string, string | null> = {};
  for (const { name } of columns) {
    const size = bytes.readInt32BE(from);
    from += 4;
    fields[name] = size < 0 ? null : bytes.toString('utf8', from, from + size);
    if (size > 0) from += size;
  }
  return fields;
}

interface Column {
  name: string;
  /** `{"id":` or `,"name":` */
  prefix: Buffer;
  kind: 'text' | 'plain' | 'boolean' | 'unseen';
}

/** How to write a statement's columns, built once from their description. */
interface JsonColumns {
  all: Column[];
  prefixes: number;
}

// bool; int8, int2, int4, oid; json, jsonb. Everything else is written as text.
const kinds: Record<number, Column['kind']> = {
  16: 'boolean',
  20: 'plain',
  21: 'plain',
  23: 'plain',
  26: 'plain',
  114: 'plain',
  3802: 'plain',
};

function jsonColumns(
  fields: Pick<FieldDef, 'name' | 'dataTypeID'>[],
  { unseen = [], asLists = false }: JsonOptions,
): JsonColumns {
  let written = 0;
  const prefixOf = (name: string) =>
    (written++ ? ',' : asLists ? '[' : '{') + (asLists ? '' : `${JSON.stringify(name)}:`);
  const all = fields.map(({ name, dataTypeID }): Column => {
    if (unseen.includes(name)) return { name, prefix: Buffer.alloc(0), kind: 'unseen' };
    return {
      name,
      prefix: Buffer.from(prefixOf(name)),
      kind: kinds[dataTypeID] ?? 'text',
    };
  });
  return { all, prefixes: all.reduce((sum, { prefix }) => sum + prefix.length, 0) };
}

/** The buffer for the rows of one connection, reused by every statement, and the columns of its named ones. */
export class Scratch {
  readonly columns = new Map<string, JsonColumns>();
  bytes = Buffer.allocUnsafe(16 * 1024);

  /** Ensures so many bytes after the first `used`. */
  room(used: number, more: number): Buffer {
    if (this.bytes.length - used >= more) return this.bytes;
    const grown = Buffer.allocUnsafe(2 * (used + more));
    this.bytes.copy(grown, 0, 0, used);
    return (this.bytes = grown);
  }
}
