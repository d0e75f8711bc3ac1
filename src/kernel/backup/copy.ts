import { once } from 'node:events';
import type { Socket } from 'node:net';
import type pg from 'pg';

/** What pg's connection can do beyond its type. */
interface Wire {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Whole rows, one behind the other. */
export interface Lines {
  bytes: Buffer;
  rows: number;
}

const slabSize = 262_144;
const enough = 4 * slabSize;
const submit = (client: pg.Client, copy: object) => void client.query(copy as pg.Submittable);

/**
 * The rows of a query as COPY writes them, a line each, some at a time. The connection waits while nobody reads; who
 * stops early loses it.
 */
export async function* copyOut(client: pg.Client, query: string): AsyncGenerator<Lines> {
  const copy = new CopyOut(`copy (${query}) to stdout`);
  submit(client, copy);
  yield* copy.read();
}

class CopyOut {
  readonly #text: string;
  #wire?: Wire;
  #ready: Lines[] = [];
  #slab = Buffer.allocUnsafe(slabSize);
  #used = 0;
  #rows = 0;
  #end?: { error?: Error };
  #news = Promise.withResolvers<void>();

  constructor(text: string) {
    this.#text = text;
  }

  async *read(): AsyncGenerator<Lines> {
    try {
      for (;;) {
        if (!this.#ready.length && !this.#rows && !this.#end) await this.#news.promise;
        this.#news = Promise.withResolvers();
        if (!this.#ready.length) this.#cut();
        const lines = this.#ready.shift();
        if (lines) yield lines;
        else if (this.#end?.error) throw this.#end.error;
        else if (this.#end) return;
        if (!this.#ready.length) this.#wire!.stream.resume();
      }
    } finally {
      if (!this.#end) this.#wire?.stream.destroy();
    }
  }

  submit(wire: Wire): void {
    this.#wire = wire;
    wire.query(this.#text);
  }

  /** PostgreSQL sends a row a message. */
  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    if (this.#used + chunk.length > this.#slab.length) this.#cut(chunk.length);
    // The parser uses its memory again.
    this.#used += chunk.copy(this.#slab, this.#used);
    this.#rows += 1;
    if (this.#ready.length * slabSize > enough) wire.stream.pause();
    this.#news.resolve();
  }

  #cut(next = 0) {
    if (this.#rows) this.#ready.push({ bytes: this.#slab.subarray(0, this.#used), rows: this.#rows });
    if (this.#rows || next > this.#slab.length) this.#slab = Buffer.allocUnsafe(Math.max(slabSize, next));
    [this.#used, this.#rows] = [0, 0];
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end = {};
    this.#news.resolve();
  }

  handleError(error: Error): void {
    this.#end = { error };
    this.#news.resolve();
  }
}

/** Loads lines as `copyOut` gives them; returns how many rows they were. */
export async function copyIn(client: pg.Client, target: string, lines: AsyncIterable<Buffer>): Promise<number> {
  const copy = new CopyIn(`copy ${target} from stdin`, lines);
  submit(client, copy);
  return copy.done;
}

class CopyIn {
  readonly #text: string;
  readonly #lines: AsyncIterable<Buffer>;
  readonly #answer = Promise.withResolvers<number>();
  #pump: Promise<void> = Promise.resolve();
  #count = 0;
  #isOver = false;

  constructor(text: string, lines: AsyncIterable<Buffer>) {
    this.#text = text;
    this.#lines = lines;
  }

  /** Settles when PostgreSQL has answered and nothing reads the lines any more; a source that failed is the reason. */
  get done(): Promise<number> {
    return this.#answer.promise.finally(() => this.#pump);
  }

  submit(wire: Wire): void {
    wire.query(this.#text);
  }

  handleCopyInResponse(wire: Wire): void {
    this.#pump = this.#send(wire).catch((error: Error) => {
      wire.sendCopyFail('the source of the rows failed');
      throw error;
    });
    this.#pump.catch(() => {});
  }

  async #send(wire: Wire) {
    for await (const chunk of this.#lines) {
      if (this.#isOver) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), this.#answer.promise]);
    }
    wire.endCopyFrom();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = countIn(text);
  }

  handleReadyForQuery(): void {
    this.#answer.resolve(this.#count);
  }

  handleError(error: Error): void {
    this.#isOver = true;
    this.#answer.reject(error);
  }
}

const countIn = (commandTag: string) => Number(/^COPY (\d+)$/.exec(commandTag)?.[1] ?? 0);
