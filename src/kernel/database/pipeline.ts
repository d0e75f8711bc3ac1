import pg from 'pg';
import type { JsonOptions, JsonPage } from './json-rows.ts';
import type { RowSink } from './wire.ts';
import { type Part, LeanPart, JsonPart } from './pipeline-parts.ts';
import { packetOf } from './packet.ts';

export interface Connection {
  stream: { write(message: Buffer): void; destroy(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
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
