import { once } from 'node:events';
import type pg from 'pg';
import { type Wire, submit } from './copy.ts';

/** Loads lines from `copyOut`; returns the number of rows. */
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

  /**
   * Settles when PostgreSQL has answered and the lines are no longer read; rejects with the error of a failed source.
   */
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
