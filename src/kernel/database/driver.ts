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
type Internals = { connection: Connection; _getActiveQuery(): { sink?: LeanQuery } | null };

const dataRow = 'D'.charCodeAt(0);
const passedOn: Message = { name: 'passed on' };

/** pg's parser, except that the rows of a query with a sink are not parsed. */
class RowParser extends (Parser as unknown as new () => {
  parse(chunk: Buffer, emit: (message: Message) => void): void;
  handlePacket(at: number, code: number, length: number, bytes: Buffer): Message;
}) {
  readonly #activeSink: () => LeanQuery | undefined;

  constructor(activeSink: () => LeanQuery | undefined) {
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

/** pg's query, beyond its public type. */
interface Part {
  readonly name?: string;
  readonly text: string;
  readonly sink?: LeanQuery;
  prepare(packet: Packet): void;
  handleRowDescription(message: { fields: pg.FieldDef[] }): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const DriverQuery = pg.Query as unknown as new (
  config: string | object,
  values?: unknown[],
) => Part & { callback: (error: Error | null, result: pg.QueryResult) => void };

/** A statement whose rows become the JSON of a page or, without options, are dropped. */
class LeanQuery implements Part {
  readonly text: string;
  readonly name?: string;
  readonly sink = this;
  readonly #statement: Statement;
  readonly #options: JsonOptions | undefined;
  readonly result = Promise.withResolvers<JsonPage<never> | undefined>();
  #writer: JsonRowWriter | undefined;
  #page: JsonPage<never> | undefined;

  constructor(statement: Statement, options?: JsonOptions) {
    this.text = statement.text;
    this.name = statement.name;
    this.#statement = statement;
    this.#options = options;
  }

  prepare(packet: Packet): void {
    const { name, text } = this;
    const known = name && (packet.parsedStatements[name] ?? packet.submittedNamedStatements[name]);
    if (known && known !== text) throw new Error(`The name '${name}' is another statement's.`);
    const { values } = this.#statement;
    // Before the first byte is sent: a value that cannot be encoded throws here.
    this.#statement.message ??= serialize.bind({ statement: name, values, valueMapper: prepareValue });
    if (!known) packet.parse({ name, text });
    if (name && !known) packet.submittedNamedStatements[name] = text;
    packet.add(this.#statement.message);
    if (this.#options) {
      this.#writer = new JsonRowWriter(packet.scratch, this.#options, name);
      if (!this.#writer.isDescribed) packet.describe({ type: 'P' });
    }
    packet.execute({});
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#writer?.describe(fields);
  }

  /** At `at` the number of fields, then each with its length. The bytes are reused after this returns. */
  row(bytes: Buffer, at: number, length: number): void {
    this.#writer?.row(bytes, at, length);
  }

  handleDataRow(): void {}

  handleCommandComplete(): void {
    this.#page = this.#writer?.end();
  }

  handleReadyForQuery(): void {
    this.result.resolve(this.#page);
  }

  handleError(error: Error): void {
    this.result.reject(error);
  }
}

/**
 * Sends several statements as one packet. A single Sync makes them one transaction in PostgreSQL without waiting for a
 * begin or commit. The first error undoes all of them and is every statement's error.
 */
export class Pipeline extends (pg.Query as unknown as new (config: object) => object) {
  readonly #parts: Part[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #at = 0;
  #isSent = false;
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

  /** Takes a statement whose rows are sent to the page unchanged. */
  addJson<Row>(statement: Statement, options: JsonOptions): Promise<JsonPage<Row>> {
    return this.#addLean(statement, options) as Promise<JsonPage<Row>>;
  }

  /** Takes a statement whose result is not read. */
  async addSilent(statement: Statement): Promise<void> {
    await this.#addLean(statement);
  }

  #addLean(statement: Statement, options?: JsonOptions): Promise<JsonPage<never> | undefined> {
    const part = new LeanQuery(statement, options);
    this.#parts.push(part);
    return part.result.promise;
  }

  submit(connection: Connection): null {
    const packet = (connection.packet ??= new Packet(connection));
    for (const part of this.#parts) {
      try {
        part.prepare(packet);
      } catch (error) {
        this.#isUnsendable = true;
        part.handleError(error as Error, connection);
      }
    }
    // One write: a dozen small writes take longer than the query, even in one packet.
    connection.stream.write(packet.take());
    this.#isSent = true;
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

  get sink(): LeanQuery | undefined {
    return this.#parts[this.#at]?.sink;
  }

  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#parts[this.#at]!.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#at]!.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#parts[this.#at]!.handleCommandComplete(message, connection);
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
    // After an error PostgreSQL parses nothing, so names sent after it are not known.
    for (const { name } of this.#parts) if (name) delete connection.submittedNamedStatements[name];
    for (const part of this.#parts) part.handleError(error, connection);
    this.#ended.reject(error);
  }
}
