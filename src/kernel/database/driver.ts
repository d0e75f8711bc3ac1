import type { Socket } from 'node:net';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { serialize } from 'pg-protocol';
import { Parser } from 'pg-protocol/dist/parser.js';
import { JsonRowWriter, Scratch, type JsonOptions, type JsonPage } from './json-rows.ts';
import { RowReader, unread, type Columns, type Rows } from './row-reader.ts';
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

/** What takes the bytes of a row. */
type Sink = Pick<Rows<unknown>, 'row'>;

/** pg's client. */
type Internals = { connection: Connection; _getActiveQuery(): { sink?: Sink } | null };

const dataRow = 'D'.charCodeAt(0);
const passedOn: Message = { name: 'passed on' };

/** pg's parser, except that the rows of a query with a sink are not parsed. */
class RowParser extends (Parser as unknown as new () => {
  parse(chunk: Buffer, emit: (message: Message) => void): void;
  handlePacket(at: number, code: number, length: number, bytes: Buffer): Message;
}) {
  readonly #activeSink: () => Sink | undefined;

  constructor(activeSink: () => Sink | undefined) {
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

/** Collects the messages of one packet, and keeps what a connection knows of its statements. */
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

  add(message: Buffer): void {
    this.#messages.push(message);
  }

  /** One Sync ends the whole packet, not each statement. */
  take(): Buffer {
    const all = Buffer.concat([...this.#messages, serialize.sync()]);
    this.#messages = [];
    return all;
  }
}

/** A statement of a packet. It is what pg calls a query. */
class Part<Answer> {
  readonly answer = Promise.withResolvers<Answer>();
  readonly #statement: Statement;
  readonly #rowsIn: (packet: Packet) => Rows<Answer>;
  #rows: Rows<Answer> | undefined;
  #end: Answer | undefined;

  constructor(statement: Statement, rowsIn: (packet: Packet) => Rows<Answer>) {
    this.#statement = statement;
    this.#rowsIn = rowsIn;
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
    if (!known) packet.add(serialize.parse({ name, text } as never));
    if (name && !known) packet.submittedNamedStatements[name] = text;
    packet.add(this.#statement.message);
    this.#rows = this.#rowsIn(packet);
    // What a named statement answers with stays as it is: PostgreSQL refuses to run it after a change of its columns.
    if (!this.#rows.isDescribed) packet.add(serialize.describe({ type: 'P' }));
    packet.add(serialize.execute({}));
  }

  describe(fields: pg.FieldDef[]): void {
    this.#rows!.describe(fields);
  }

  row(bytes: Buffer, at: number, length: number): void {
    try {
      this.#rows!.row(bytes, at, length);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  complete(tag: string): void {
    this.#end = this.#rows!.end(tag);
  }

  succeed(): void {
    this.answer.resolve(this.#end as Answer);
  }

  fail(error: Error): void {
    this.answer.reject(error);
  }
}

/** Whatever the answer of a part is, its pipeline does not read it. */
type Sent = Omit<Part<unknown>, 'answer'>;

/**
 * Sends several statements as one packet. A single Sync makes them one transaction in PostgreSQL without waiting for a
 * begin or commit. The first error undoes all of them and is every statement's error.
 */
export class Pipeline extends (pg.Query as unknown as new (config: object) => object) {
  readonly #parts: Sent[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #at = 0;

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
    const { name, text } = asked;
    const statement = { name, text, values: values ?? asked.values ?? [] };
    return this.#take(new Part(statement, ({ columns }) => new RowReader(asked, columns)));
  }

  /** Takes a statement whose rows are sent to the page unchanged. */
  addJson<Row>(statement: Statement, options: JsonOptions): Promise<JsonPage<Row>> {
    const rowsIn = ({ scratch }: Packet): Rows<JsonPage<Row>> => new JsonRowWriter(scratch, options, statement.name);
    return this.#take(new Part(statement, rowsIn));
  }

  /** Takes a statement whose result is not read. */
  async addSilent(statement: Statement): Promise<void> {
    await this.#take(new Part(statement, () => unread));
  }

  #take<Answer>(part: Part<Answer>): Promise<Answer> {
    this.#parts.push(part);
    return part.answer.promise;
  }

  /** Returns an error before anything is sent: a value that cannot be encoded fails these statements and no others. */
  submit(connection: Connection): Error | null {
    const packet = (connection.packet ??= new Packet(connection));
    try {
      for (const part of this.#parts) part.prepare(packet);
    } catch (error) {
      packet.take();
      return error as Error;
    }
    // One write: a dozen small writes take longer than the query, even in one packet.
    connection.stream.write(packet.take());
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

  get sink(): Sink | undefined {
    return this.#parts[this.#at];
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#parts[this.#at]!.describe(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#parts[this.#at]!.complete(text);
    this.#at += 1;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    for (const part of this.#parts) part.succeed();
    this.#ended.resolve();
  }

  handleError(error: Error, connection: Connection): void {
    // After an error PostgreSQL parses nothing, so names sent after it are not known.
    for (const { name } of this.#parts) if (name) delete connection.submittedNamedStatements[name];
    for (const part of this.#parts) part.fail(error);
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
