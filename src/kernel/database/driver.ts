import type { Socket } from 'node:net';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { Parser } from 'pg-protocol/dist/parser.js';
import { JsonRowWriter, Scratch, type JsonOptions, type JsonPage } from './json-rows.ts';
import type { Statement } from './statements.ts';

/*
 * Everything that uses parts of pg which are not its public interface: docs/decisions/0002-one-round-trip-reads.md. The
 * versions of pg and pg-protocol are pinned, and driver.test.ts fails on others.
 */

/** pg's connection. */
interface Connection {
  stream: Socket;
  /** Ours, made at the first read. */
  packet?: Packet;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  attachListeners(stream: NodeJS.ReadableStream): void;
  emit(name: string, message: Message): void;
}

type Message = { name: string };

/** pg's client. */
type Internals = { connection: Connection; _getActiveQuery(): { sink?: Sent } | null };

const dataRow = 'D'.charCodeAt(0);
const passedOn: Message = { name: 'passed on' };

/** pg's parser, except that the rows of a query with a sink are not parsed. */
class RowParser extends (Parser as unknown as new () => {
  parse(chunk: Buffer, emit: (message: Message) => void): void;
  handlePacket(at: number, code: number, length: number, bytes: Buffer): Message;
}) {
  readonly #activeSink: () => Sent | undefined;

  constructor(activeSink: () => Sent | undefined) {
    super();
    this.#activeSink = activeSink;
  }

  override handlePacket(at: number, code: number, length: number, bytes: Buffer): Message {
    const sink = code === dataRow ? this.#activeSink() : undefined;
    if (!sink) return super.handlePacket(at, code, length, bytes);
    sink.row(bytes, at, length);
    return passedOn;
  }
}

/** pg's client, whose queries can receive rows as bytes. Queries that are issued together are sent in one packet. */
export class Client extends pg.Client {
  #isHeld = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const internals = this as unknown as Internals;
    const { connection } = internals;
    connection.attachListeners = (stream) => {
      const parser = new RowParser(() => internals._getActiveQuery()?.sink);
      const emit = (message: Message) => {
        if (message !== passedOn) connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
      };
      stream.on('data', (chunk: Buffer) => parser.parse(chunk, emit));
    };
  }

  override query(...asked: never[]): never {
    const { stream } = (this as unknown as Internals).connection;
    if (!this.#isHeld) {
      stream.cork();
      process.nextTick(() => {
        this.#isHeld = false;
        stream.uncork();
      });
    }
    this.#isHeld = true;
    return super.query(...(asked as [never])) as never;
  }
}

/** Collects the messages of one packet; takes the place of the connection in pg's query. */
class Packet {
  readonly parsedStatements: Connection['parsedStatements'];
  readonly submittedNamedStatements: Connection['submittedNamedStatements'];
  readonly scratch = new Scratch();
  readonly columns = new Map<string, Columns>();
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

  add = (message: Buffer) => void this.#messages.push(message);

  take(): Buffer {
    const all = Buffer.concat([...this.#messages, serialize.sync()]);
    this.#messages = [];
    return all;
  }
}

/** `SELECT 5`, `INSERT 0 1`, `COMMIT`. */
type Completed = { text: string };

/** A statement of a packet, whose rows arrive as bytes. It is what pg calls a query. */
abstract class Part<Answer> {
  readonly answer = Promise.withResolvers<Answer>();
  readonly #statement: Statement;

  constructor(statement: Statement) {
    this.#statement = statement;
  }

  get name(): string | undefined {
    return this.#statement.name;
  }
  get text(): string {
    return this.#statement.text;
  }

  prepare(packet: Packet): void {
    const { name, text, values } = this.#statement;
    const known = name && (packet.parsedStatements[name] ?? packet.submittedNamedStatements[name]);
    if (known && known !== text) throw new Error(`The name '${name}' is another statement's.`);
    // Before the first byte is sent: a value that cannot be encoded throws here.
    this.#statement.message ??= serialize.bind({ statement: name, values, valueMapper: prepareValue });
    if (!known) packet.parse({ name, text });
    if (name && !known) packet.submittedNamedStatements[name] = text;
    packet.add(this.#statement.message);
    // What a named statement answers with stays as it is: PostgreSQL refuses to run it after a change of its columns.
    if (!this.knowsColumns(packet)) packet.describe({ type: 'P' });
    packet.execute({});
  }

  protected abstract knowsColumns(packet: Packet): boolean;
  abstract handleRowDescription(message: { fields: pg.FieldDef[] }): void;
  /** At `at` the number of fields, then each with its length, -1 for null. The bytes are reused after this returns. */
  abstract row(bytes: Buffer, at: number, length: number): void;
  abstract handleCommandComplete(message: Completed): void;
  abstract handleReadyForQuery(): void;

  handleError(error: Error): void {
    this.answer.reject(error);
  }
}

type Sent = Omit<Part<unknown>, 'answer'>;

/** Its rows become the JSON of a page or, without options, are dropped. */
class JsonQuery extends Part<JsonPage<never> | undefined> {
  readonly #options: JsonOptions | undefined;
  #writer: JsonRowWriter | undefined;
  #page: JsonPage<never> | undefined;

  constructor(statement: Statement, options?: JsonOptions) {
    super(statement);
    this.#options = options;
  }

  protected override knowsColumns({ scratch }: Packet): boolean {
    if (!this.#options) return true;
    this.#writer = new JsonRowWriter(scratch, this.#options, this.name);
    return this.#writer.isDescribed;
  }

  override handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#writer?.describe(fields);
  }

  override row(bytes: Buffer, at: number, length: number): void {
    this.#writer?.row(bytes, at, length);
  }

  override handleCommandComplete(): void {
    this.#page = this.#writer?.end();
  }

  override handleReadyForQuery(): void {
    this.answer.resolve(this.#page);
  }
}

type Asked = pg.QueryConfig & { rowMode?: 'array'; types?: pg.CustomTypesConfig };
type Parse = (text: string) => unknown;

/** The columns of a statement, with the parsers that each way to ask for it takes. */
class Columns {
  readonly names: string[];
  readonly #oids: number[];
  readonly #parsers = new WeakMap<pg.CustomTypesConfig, Parse[]>();

  constructor(fields: pg.FieldDef[]) {
    this.names = fields.map(({ name }) => name);
    this.#oids = fields.map(({ dataTypeID }) => dataTypeID);
  }

  parsers(types: pg.CustomTypesConfig): Parse[] {
    const known = this.#parsers.get(types);
    if (known) return known;
    const made = this.#oids.map((oid) => types.getTypeParser(oid, 'text') as Parse);
    this.#parsers.set(types, made);
    return made;
  }
}

/** Its rows are values, as pg reads them. */
class RowsQuery extends Part<pg.QueryResult> {
  readonly #asked: Asked;
  readonly #rows: unknown[] = [];
  #known: Map<string, Columns> | undefined;
  #columns: Columns | undefined;
  #unreadable: Error | undefined;
  #tag = '';

  constructor(asked: Asked, values: unknown[] = asked.values ?? []) {
    super({ name: asked.name, text: asked.text, values });
    this.#asked = asked;
  }

  protected override knowsColumns({ columns }: Packet): boolean {
    this.#known = columns;
    this.#columns = this.name ? columns.get(this.name) : undefined;
    return this.#columns !== undefined;
  }

  override handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = new Columns(fields);
    if (this.name) this.#known!.set(this.name, this.#columns);
  }

  override row(bytes: Buffer, at: number): void {
    const { names } = this.#columns!;
    const parsers = this.#columns!.parsers(this.#asked.types ?? pg.types);
    const values: unknown[] = [];
    let from = at + 2;
    try {
      for (let column = 0; column < names.length; column++) {
        const size = bytes.readInt32BE(from);
        from += 4;
        values.push(size < 0 ? null : parsers[column]!(bytes.toString('utf8', from, from + size)));
        if (size > 0) from += size;
      }
    } catch (error) {
      this.#unreadable = error as Error;
    }
    this.#rows.push(this.#asked.rowMode === 'array' ? values : named(names, values));
  }

  override handleCommandComplete({ text }: Completed): void {
    this.#tag = text;
  }

  override handleReadyForQuery(): void {
    if (this.#unreadable) return this.handleError(this.#unreadable);
    const rows = this.#rows as pg.QueryResultRow[];
    const [, command = '', count] = /^(\w+)\D*(?:\d+ )?(\d+)?$/.exec(this.#tag) ?? [];
    this.answer.resolve({ rows, rowCount: count === undefined ? null : Number(count), command, oid: 0, fields: [] });
  }
}

function named(names: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) row[names[at]!] = values[at];
  return row;
}

/**
 * Sends several statements as one packet. A single Sync makes them one transaction in PostgreSQL without waiting for a
 * begin or commit. The first error undoes all of them and is every statement's error.
 */
export class Pipeline extends (pg.Query as unknown as new (config: object) => object) {
  readonly #parts: Sent[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #at = 0;
  #isUnsendable = false;

  constructor() {
    super({ text: '' });
    this.#ended.promise.catch(() => {}); // Callers who await the statements get the error there.
  }

  /** Resolves when the transaction has committed; rejects when it is rolled back or the connection is lost. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Takes a statement as `client.query` does and sends it with the others. */
  add(asked: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#take(new RowsQuery(asked, values));
  }

  /** Takes a statement whose rows are sent to the page unchanged. */
  addJson<Row>(statement: Statement, options: JsonOptions): Promise<JsonPage<Row>> {
    return this.#take(new JsonQuery(statement, options)) as Promise<JsonPage<Row>>;
  }

  /** Takes a statement whose result is not read. */
  async addSilent(statement: Statement): Promise<void> {
    await this.#take(new JsonQuery(statement));
  }

  #take<Answer>(part: Part<Answer>): Promise<Answer> {
    this.#parts.push(part);
    return part.answer.promise;
  }

  submit(connection: Connection): null {
    const packet = (connection.packet ??= new Packet(connection));
    for (const part of this.#parts) {
      try {
        part.prepare(packet);
      } catch (error) {
        this.#isUnsendable = true;
        part.handleError(error as Error);
      }
    }
    // One write: a dozen small writes take longer than the query, even in one packet.
    connection.stream.write(packet.take());
    // A value that cannot be encoded leaves a gap in the order of answers, so none can be read.
    if (this.#isUnsendable) connection.stream.destroy();
    return null;
  }

  // pg uses these two to track which statement names a connection knows.
  get name(): string | undefined {
    return this.#parts[this.#at]?.name;
  }
  get text(): string {
    return this.#parts[this.#at]?.text ?? '';
  }
  // pg's constructor sets its own.
  set name(_: string | undefined) {}
  set text(_: string) {}

  get sink(): Sent | undefined {
    return this.#parts[this.#at];
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#parts[this.#at]!.handleRowDescription(message);
  }

  handleCommandComplete(message: Completed): void {
    this.#parts[this.#at]!.handleCommandComplete(message);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    for (const part of this.#parts) part.handleReadyForQuery();
    this.#ended.resolve();
  }

  handleError(error: Error, connection: Connection): void {
    // After an error PostgreSQL parses nothing, so names sent after it are not known.
    for (const { name } of this.#parts) if (name) delete connection.submittedNamedStatements[name];
    for (const part of this.#parts) part.handleError(error);
    this.#ended.reject(error);
  }
}

/** Sends one statement of a transaction. */
export function ask(client: pg.ClientBase, asked: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
  // A text alone can be several statements, which PostgreSQL does not prepare.
  if (!asked.name && !(values ?? asked.values)?.length) return client.query(asked, values);
  const pipeline = new Pipeline();
  const answer = pipeline.add(asked, values);
  client.query(pipeline as never);
  return answer;
}
