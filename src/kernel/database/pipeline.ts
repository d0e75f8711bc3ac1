import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { jsonColumns, JsonRowWriter, Scratch, type JsonColumns, type JsonOptions, type JsonPage } from './json-rows.ts';
import type { RowSink } from './wire.ts';

interface Connection {
  stream: { write(message: Buffer): void; destroy(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** What pg's own query does at each message; its type names none of it. */
interface Part {
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

interface DriverQuery extends Part {
  callback: (error: Error | null, result: pg.QueryResult) => void;
}
const DriverQuery = pg.Query as unknown as new (config: string | object, values?: unknown[]) => DriverQuery;

/** A statement whose message is written once, as long as its object is kept: text, name and values stay what they are. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
  message?: Buffer;
}

/** Gathers the messages of one packet; stands where pg's query expects its connection. */
class Packet {
  readonly parsedStatements: Connection['parsedStatements'];
  readonly submittedNamedStatements: Connection['submittedNamedStatements'];
  /** How the rows of a named statement are written; whose columns are known need not be described again. */
  readonly columns = new Map<string, JsonColumns>();
  readonly scratch = new Scratch();
  #messages: Buffer[] = [];

  constructor(connection: Connection) {
    this.parsedStatements = connection.parsedStatements;
    this.submittedNamedStatements = connection.submittedNamedStatements;
  }

  parse = (config: object) => this.add(serialize.parse(config as never));
  bind = (config: object) => this.add(serialize.bind(config));
  describe = (config: object) => this.add(serialize.describe(config as never));
  execute = (config: object) => this.add(serialize.execute(config));
  close = (config: object) => this.add(serialize.close(config as never));
  // One Sync ends the whole packet, not each statement.
  sync = () => {};

  add(message: Buffer): void {
    this.#messages.push(message);
  }

  take(): Buffer {
    const all = Buffer.concat([...this.#messages, serialize.sync()]);
    this.#messages = [];
    return all;
  }
}

const packets = new WeakMap<Connection, Packet>();

function packetOf(connection: Connection): Packet {
  const known = packets.get(connection);
  if (known) return known;
  const made = new Packet(connection);
  packets.set(connection, made);
  return made;
}

/**
 * Several statements sent as one: a single Sync ends them, which makes them one transaction in PostgreSQL without a
 * begin or a commit to wait for. The first error undoes all and is every statement's error.
 */
export class Pipeline extends (pg.Query as unknown as new (config: object) => object) {
  readonly #parts: Part[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #at = 0;
  #isSent = false;
  #isUnsendable = false;

  constructor() {
    super({ text: '' });
    // Who awaits the statements learns of an error there.
    this.#ended.promise.catch(() => {});
  }

  /** Resolves when the transaction is through, and rejects when it is undone or the connection is lost. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Takes a statement as `client.query` does. It is sent with the others. */
  add(config: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const part = new DriverQuery(config, values);
      part.callback = (error, result) => {
        if (error && !this.#isSent) this.#isUnsendable = true;
        return error ? reject(error) : resolve(result);
      };
      this.#parts.push(part);
    });
  }

  /** Takes a statement whose rows a page shows as they are. */
  addJson<Row>(statement: Statement, options: JsonOptions): Promise<JsonPage<Row>> {
    return new Promise((resolve, reject) => {
      this.#parts.push(new JsonPart(statement, options, resolve, reject));
    });
  }

  /** Takes a statement that is sent for what it does; its row is not read. */
  addSilent(statement: Statement): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#parts.push(new LeanPart(statement, resolve, reject));
    });
  }

  submit(connection: Connection): null {
    const packet = packetOf(connection);
    for (const part of this.#parts) {
      try {
        part.prepare(packet);
      } catch (error) {
        this.#isUnsendable = true;
        part.handleError(error as Error, connection);
      }
    }
    // One write: a dozen small ones, even when they travel together, take longer than the query.
    connection.stream.write(packet.take());
    this.#isSent = true;
    // A value that cannot be written leaves a gap in the order of answers: nobody may read any of them.
    if (this.#isUnsendable) connection.stream.destroy();
    return null;
  }

  // pg asks for these two when a statement is parsed, or fails, to remember which names a connection knows.
  get name(): string | undefined {
    return this.#part?.name;
  }
  get text(): string {
    return this.#part?.text ?? '';
  }
  // pg's constructor sets its own.
  set name(_: string | undefined) {}
  set text(_: string) {}

  get sink(): RowSink | undefined {
    return this.#part?.sink;
  }

  get #part(): Part | undefined {
    return this.#parts[this.#at];
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#part!.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#part!.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#part!.handleCommandComplete(message, connection);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleReadyForQuery(connection: Connection): void {
    for (const part of this.#parts) part.handleReadyForQuery(connection);
    this.#ended.resolve();
  }

  handleError(error: Error, connection: Connection): void {
    // Behind an error nothing is parsed: the names sent with it are not known after all.
    for (const { name } of this.#parts) if (name) delete connection.submittedNamedStatements[name];
    for (const part of this.#parts) part.handleError(error, connection);
    this.#ended.reject(error);
  }
}

/** A statement without what pg's own query does for all cases; its rows are dropped. */
class LeanPart implements Part {
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
    // Before the first byte: a value that cannot be written throws here.
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

class JsonPart<Row> extends LeanPart {
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
