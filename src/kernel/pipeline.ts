import pg from 'pg';

type Connection = pg.Connection & {
  stream: { write(message: Buffer): void; destroy(): void };
  sync(): void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

/** What pg's own query does at each message; its type names none of it. */
interface Part {
  name?: string;
  text: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const Query = pg.Query as unknown as new (config: string | object, values?: unknown[]) => object;

/**
 * Several statements sent as one: a single Sync ends them, which makes them one transaction in PostgreSQL without a
 * begin or a commit to wait for. The first error undoes all and is every statement's error.
 */
export class Pipeline extends Query {
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
      const part = new Query(config, values) as Part;
      part.callback = (error, result) => {
        if (error && !this.#isSent) this.#isUnsendable = true;
        return error ? reject(error) : resolve(result);
      };
      this.#parts.push(part);
    });
  }

  submit(connection: Connection): null {
    const written: Buffer[] = [];
    const stream = { writable: true, cork() {}, uncork() {}, write: (message: Buffer) => written.push(message) };
    const withoutSync = Object.create(connection, {
      sync: { value: () => {} },
      stream: { value: stream },
    }) as Connection;
    for (const part of this.#parts) part.prepare(withoutSync);
    connection.sync.call(withoutSync);
    // One write: a dozen small ones, even when they travel together, take longer than the query.
    connection.stream.write(Buffer.concat(written));
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

  get #part(): Part | undefined {
    return this.#parts[this.#at];
  }

  handleRowDescription(message: unknown): void {
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
