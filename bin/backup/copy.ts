import type { Socket } from 'node:net';
import type pg from 'pg';

/** Parts of pg's connection that are missing from its types. */
export interface Wire {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Complete rows. */
interface Lines {
  bytes: Buffer;
  rows: number;
}

const slabSize = 262_144;

const enough = 4 * slabSize;

export const submit = (client: pg.Client, copy: object) => void client.query(copy as pg.Submittable);

/**
 * The rows of a query in COPY format, one a line, in chunks. The connection waits while nobody reads; it is closed when
 * reading stops early.
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

  /** PostgreSQL sends one row per message. */
  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    if (this.#used + chunk.length > this.#slab.length) this.#cut(chunk.length);
    // Copied, because the parser reuses its memory.
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
