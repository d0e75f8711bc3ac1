import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { Refused, TooMany } from '#kernel/errors.ts';
import { takeTurns } from '#kernel/export/turns.ts';
import type { Answer, Order } from './pdf.process.ts';

const program = fileURLToPath(new URL('./pdf.process.ts', import.meta.url));

/** The most data, including pictures, that the process accepts for a file. */
const largestData = 64 * 1_048_576;
const longestLine = 20;
/** Ends when idle and so returns all its memory; a thread's memory would mostly stay with the server. */
const idleMilliseconds = 10_000;

export interface RenderOptions {
  /** Aborted when nobody waits for the file any more. */
  signal?: AbortSignal;
  longest?: number;
}

const inTurn = takeTurns(1);
let waiting = 0;
let running: { child: ChildProcess; rest: NodeJS.Timeout | undefined } | null = null;

/**
 * Makes a PDF in a separate process, one at a time. `layout` is a module whose default export is `(doc, data)`
 * (`Layout` in document.ts); `data` must be cloneable: no functions, pictures as Buffers.
 */
export async function renderPdf<T>(layout: URL, data: T, options: RenderOptions = {}): Promise<Buffer> {
  const { longest = 120_000 } = options;
  const order: Order = { layout: layout.href, data: serialize(data) };
  if (order.data.length > largestData)
    throw new Refused('file', 'This is too much for one file. Choose fewer records.');
  if (waiting >= longestLine) throw new TooMany(15, 'The server is busy creating other files. Try again in a moment.');
  const late = AbortSignal.timeout(longest);
  const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
  waiting += 1;
  try {
    return await inTurn(signal, () => ask(order, signal));
  } catch (error) {
    if (late.aborted) throw new Refused('file', 'The file was not ready in time. Choose fewer records and try again.');
    throw error;
  } finally {
    waiting -= 1;
  }
}

async function ask(order: Order, signal: AbortSignal): Promise<Buffer> {
  const child = wake();
  const settled = new AbortController();
  const until = { signal: AbortSignal.any([signal, settled.signal]) };
  try {
    const answered = once(child, 'message', until) as Promise<[Answer]>;
    // A process that ran out of memory reports it by exiting.
    const ended = once(child, 'exit', until).then(() => Promise.reject(new Error('The PDF process ended.')));
    child.send(order, () => {});
    const [answer] = await Promise.race([answered, ended]);
    if ('failed' in answer) throw deserialize(answer.failed) as Error;
    letRest(child);
    const { pdf } = answer;
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  } catch (error) {
    // Whatever its state, the next file starts in a new process.
    await end(child);
    throw error;
  } finally {
    settled.abort();
  }
}

function wake(): ChildProcess {
  if (running) {
    clearTimeout(running.rest);
    return running.child;
  }
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=192', '--max-semi-space-size=8'],
    // Without the server's secrets.
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', () => {});
  running = { child, rest: undefined };
  child.once('exit', () => {
    if (running?.child === child) running = null;
  });
  // Must never keep the server from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

function letRest(child: ChildProcess): void {
  if (running?.child === child) running.rest = setTimeout(() => void end(child), idleMilliseconds).unref();
}

async function end(child: ChildProcess): Promise<void> {
  if (running?.child === child) {
    clearTimeout(running.rest);
    running = null;
  }
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
