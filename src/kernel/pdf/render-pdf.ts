import { once } from 'node:events';
import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Refused, TooMany } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { Answer, Order } from './pdf.worker.ts';

const program = new URL('./pdf.worker.ts', import.meta.url);

/** How much of a file's data, its pictures included, a thread takes. */
const largestData = 64 * 1_048_576;
const longestLine = 20;
/** A thread without work ends, so that the server at rest weighs what it weighed before. */
const idleMilliseconds = 10_000;

export interface RenderOptions {
  /** Aborted when nobody waits for the file any more. */
  signal?: AbortSignal;
  longest?: number;
}

const inTurn = takeTurns(1);
let waiting = 0;
let thread: { worker: Worker; rest: NodeJS.Timeout } | null = null;

/**
 * Makes a PDF in a thread of its own, one at a time. `layout` is a module whose default export is `(doc, data)`
 * (`Layout` in document.ts); `data` is what structured clone takes: no functions, pictures as Buffers.
 */
export async function renderPdf<T>(layout: URL, data: T, options: RenderOptions = {}): Promise<Buffer> {
  const { longest = 60_000 } = options;
  const order: Order = { layout: layout.href, data: serialize(data) };
  if (order.data.length > largestData) throw new Refused('file', 'This is too much for one file. Choose fewer.');
  if (waiting >= longestLine) throw new TooMany(15, 'Many files are being made just now. Try again in a moment.');
  const late = AbortSignal.timeout(longest);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  waiting += 1;
  try {
    return await inTurn(signal, () => ask(order, signal));
  } catch (error) {
    if (late.aborted) throw new Refused('file', 'The file was not ready in time. Choose fewer, then try again.');
    throw error;
  } finally {
    waiting -= 1;
  }
}

async function ask(order: Order, signal: AbortSignal): Promise<Buffer> {
  const worker = wake();
  const settled = new AbortController();
  const until = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    const answered = once(worker, 'message', until) as Promise<[Answer]>;
    // A thread that ran out of memory says so by ending.
    const ended = once(worker, 'exit', until).then(() => Promise.reject(new Error('The PDF thread ended.')));
    worker.postMessage(order, [order.data.buffer as ArrayBuffer]);
    const [answer] = await Promise.race([answered, ended]);
    if ('failed' in answer) throw deserialize(answer.failed) as Error;
    letRest(worker);
    return Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength);
  } catch (error) {
    // Whatever state it is in, the next file begins in a fresh one.
    await end(worker);
    throw error;
  } finally {
    settled.abort();
  }
}

function wake(): Worker {
  if (thread) {
    clearTimeout(thread.rest);
    return thread.worker;
  }
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 } });
  worker.on('error', () => {});
  thread = { worker, rest: setTimeout(() => {}, 0) };
  worker.once('exit', () => {
    if (thread?.worker === worker) thread = null;
  });
  // Never what keeps the process from ending.
  worker.unref();
  return worker;
}

function letRest(worker: Worker): void {
  if (thread?.worker === worker) thread.rest = setTimeout(() => void end(worker), idleMilliseconds).unref();
}

async function end(worker: Worker): Promise<void> {
  if (thread?.worker === worker) {
    clearTimeout(thread.rest);
    thread = null;
  }
  await worker.terminate();
}
