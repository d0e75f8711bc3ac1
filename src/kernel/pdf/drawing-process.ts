import { fork, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { deserialize } from 'node:v8';
import { takeTurns } from '#kernel/export/turns.ts';
import type { Progress } from './document.ts';
import type { Answer, Batch, Order, Message } from './pdf.process.ts';

const program = fileURLToPath(new URL('./pdf.process.ts', import.meta.url));

/** Ends when idle and so returns all its memory; a thread's memory would mostly stay with the server. */
const idleMilliseconds = 10_000;

/** Rows for a streamed layout, and what becomes of the parts of its file. */
export interface Feed {
  /** A batch as JSON; null after the last. */
  next(): Promise<string | null>;
  take(part: Uint8Array): Promise<unknown>;
}

/** A process that draws one file at a time. It starts with the first. */
export function drawingProcess() {
  const inTurn = takeTurns(1);
  let running: { child: ChildProcess; rest: NodeJS.Timeout | undefined } | null = null;

  async function ask(order: Order, signal: AbortSignal, onProgress: Progress, feed?: Feed): Promise<Buffer> {
    const child = wake();
    const settled = new AbortController();
    const until = { signal: AbortSignal.any([signal, settled.signal]) };
    try {
      const answered = answerOf(child, until, onProgress, feed);
      // A process that ran out of memory reports it by exiting.
      const ended = once(child, 'exit', until).then(() => Promise.reject(new Error('The PDF process ended.')));
      child.send(order, () => {});
      const answer = await Promise.race([answered, ended]);
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
      execArgv: ['--max-old-space-size=192', '--max-semi-space-size=4'],
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

  return (order: Order, signal: AbortSignal, onProgress: Progress, feed?: Feed) =>
    inTurn(signal, () => ask(order, signal, onProgress, feed));
}

async function answerOf(
  child: ChildProcess,
  until: { signal: AbortSignal },
  onProgress: Progress,
  feed?: Feed,
): Promise<Answer> {
  for await (const [said] of on(child, 'message', until) as AsyncIterable<[Message]>) {
    if ('progress' in said) onProgress(...said.progress);
    else if ('part' in said) await feed!.take(said.part);
    else if ('wantsRows' in said) child.send({ rows: await feed!.next() } satisfies Batch, () => {});
    else return said;
  }
  throw new Error('The PDF process said nothing.');
}
