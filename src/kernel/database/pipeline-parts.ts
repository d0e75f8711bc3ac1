import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { jsonColumns } from './json-columns.ts';
import { JsonRowWriter, type JsonOptions, type JsonPage } from './json-rows.ts';
import type { RowSink } from './wire.ts';
import type { Packet } from './packet.ts';
import type { Connection, Statement } from './pipeline.ts';

/** The message handlers of pg's query, which are missing from its types. */
export interface Part {
  readonly name?: string;
  readonly text: string;
  readonly sink?: RowSink;
  prepare(packet: Packet): void;
  handleRowDescription(message: { fields: pg.FieldDef[] }): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

/** A statement without pg's general handling; its rows are dropped. */
export class LeanPart implements Part {
  readonly statement: Statement;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(statement: Statement, resolve: () => void, reject: (error: Error) => void) {
    this.statement = statement;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get name(): string | undefined {
    return this.statement.name;
  }
  get text(): string {
    return this.statement.text;
  }
  get sink(): RowSink {
    return this;
  }

  prepare(packet: Packet): void {
    const { statement } = this;
    const { name, text } = statement;
    const known = name && (packet.parsedStatements[name] ?? packet.submittedNamedStatements[name]);
    if (known && known !== text) throw new Error(`The name '${name}' is another statement's.`);
    // Before the first byte is sent: a value that cannot be encoded throws here.
    statement.message ??= serialize.bind({ statement: name, values: statement.values, valueMapper: prepareValue });
    if (!known) packet.parse({ name, text });
    if (name && !known) packet.submittedNamedStatements[name] = text;
    packet.add(statement.message);
    this.describe(packet);
    packet.execute({});
  }

  protected describe(_packet: Packet): void {}

  row(..._: Parameters<RowSink['row']>): void {}
  handleRowDescription(_: { fields: pg.FieldDef[] }): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#resolve();
  }
  handleError(error: Error): void {
    this.#reject(error);
  }
}

export class JsonPart<Row> extends LeanPart {
  readonly #options: JsonOptions;
  readonly #done: { page?: JsonPage<Row> };
  #packet: Packet | undefined;
  #writer: JsonRowWriter | undefined;

  constructor(
    statement: Statement,
    options: JsonOptions,
    resolve: (page: JsonPage<Row>) => void,
    reject: (error: Error) => void,
  ) {
    const done: { page?: JsonPage<Row> } = {};
    super(statement, () => resolve(done.page!), reject);
    this.#done = done;
    this.#options = options;
  }

  protected override describe(packet: Packet): void {
    this.#packet = packet;
    this.#writer = new JsonRowWriter(packet.scratch, this.#options);
    const columns = this.name ? packet.columns.get(this.name) : undefined;
    if (columns) this.#writer.columns = columns;
    else packet.describe({ type: 'P' });
  }

  override handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    const columns = jsonColumns(fields, this.#options);
    this.#writer!.columns = columns;
    if (this.name) this.#packet!.columns.set(this.name, columns);
  }

  override row(bytes: Buffer, at: number, length: number): void {
    this.#writer!.row(bytes, at, length);
  }

  override handleCommandComplete(): void {
    this.#done.page = this.#writer!.end();
  }
}
