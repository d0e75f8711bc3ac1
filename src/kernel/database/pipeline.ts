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

/** A statement whose message is encoded once and reused with the object: text, name and values must not change. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
  message?: Buffer;
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
    // Callers who await the statements get the error there.
    this.#ended.promise.catch(() => {});
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
    return new Promise((resolve, reject) => {
      this.#parts.push(new JsonPart(statement, options, resolve, reject));
    });
  }

  /** Takes a statement whose result is not read. */
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
    // One write: a dozen small writes take longer than the query, even in one packet.
    connection.stream.write(packet.take());
    this.#isSent = true;
    // A value that cannot be encoded leaves a gap in the order of answers, so none can be read.
    if (this.#isUnsendable) connection.stream.destroy();
    return null;
  }

  // pg uses these two to track which statement names a connection knows.
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
    // After an error PostgreSQL parses nothing, so names sent after it are not known.
    for (const { name } of this.#parts) if (name) delete connection.submittedNamedStatements[name];
    for (const part of this.#parts) part.handleError(error, connection);
    this.#ended.reject(error);
  }
}
