import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Inspection } from '../engine/inspect.ts';
import type { Format, SourceRow } from '../engine/table.ts';
import { Unreadable } from '../engine/unreadable.ts';
import type { Answer, Request } from './table.process.ts';

const program = fileURLToPath(new URL('./table.process.ts', import.meta.url));

/** A process without work ends, and gives all its memory back; of a thread's, the server would keep most. */
const idleMilliseconds = 10_000;

const tooMuch =
  'This file needs too much memory to be read. Save the sheet with the list as CSV, or split it, and upload that.';

let idle: { child: ChildProcess; rest: NodeJS.Timeout } | null = null;

/** Reads the whole file once in a process of its own: the server goes on answering, and outlives any file. */
export async function inspectFile(path: string, signal: AbortSignal): Promise<Inspection> {
  const reader = startReader(signal);
  const answer = await reader.ask({ path });
  if (!('inspection' in answer)) throw new Error('The reader answered something else.');
  reader.rest();
  return answer.inspection;
}

export interface OpenFile {
  headers: string[];
  /** So many rows at a time, fewer where they are long. */
  pieces: AsyncGenerator<SourceRow[]>;
  /** For who reads no piece. */
  close(): void;
}

/** The rows below the headings; leaving the loop over them ends the reading. */
export async function openFile(path: string, format: Format, size: number, signal: AbortSignal): Promise<OpenFile> {
  const reader = startReader(signal);
  const opened = await reader.ask({ path, format, size });
  if (!('headers' in opened)) throw new Error('The reader answered something else.');
  return { headers: opened.headers, pieces: piecesOf(reader), close: reader.end };
}

async function* piecesOf(reader: Reader): AsyncGenerator<SourceRow[]> {
  let isEnded = false;
  try {
    // The next piece is read while this one is worked on.
    let next = reader.ask('next');
    next.catch(() => {});
    for (;;) {
      const answer = await next;
      if (!('rows' in answer)) break;
      next = reader.ask('next');
      next.catch(() => {});
      yield answer.rows;
    }
    isEnded = true;
    reader.rest();
  } finally {
    if (!isEnded) reader.end();
  }
}

type Reader = ReturnType<typeof startReader>;

function startReader(signal: AbortSignal) {
  const child = wake();
  const end = () => void child.kill('SIGKILL');
  return {
    end,
    rest: () => letRest(child),
    async ask(request: Request): Promise<Answer> {
      const settled = new AbortController();
      const until = { signal: AbortSignal.any([signal, settled.signal]) };
      try {
        const answered = once(child, 'message', until) as Promise<[Answer]>;
        // A process that ran out of memory says so by ending.
        const gone = once(child, 'exit', until).then(([, by]) => Promise.reject(whyGone(by as NodeJS.Signals | null)));
        child.send(request, () => {});
        const [answer] = await Promise.race([answered, gone]);
        if ('unreadable' in answer) throw new Unreadable(answer.unreadable);
        if ('failed' in answer) throw new Error(`The reader failed: ${answer.failed}`);
        return answer;
      } catch (error) {
        // Whatever state it is in, the next file begins in a fresh one.
        end();
        throw error;
      } finally {
        settled.abort();
      }
    },
  };
}

/** Whoever stops the server may stop its processes as well: what was read then is read again. */
const whyGone = (by: NodeJS.Signals | null): Error =>
  by === 'SIGTERM' || by === 'SIGHUP'
    ? new DOMException('The reader was stopped.', 'AbortError')
    : new Unreadable(tooMuch);

function wake(): ChildProcess {
  if (idle) {
    const { child, rest } = idle;
    clearTimeout(rest);
    idle = null;
    if (child.connected) return child;
  }
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=768', '--max-semi-space-size=8'],
    // Nothing of the server's secrets.
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    // What V8 prints when memory runs out is no news to anybody.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  child.once('exit', () => {
    if (idle?.child !== child) return;
    clearTimeout(idle.rest);
    idle = null;
  });
  // Never what keeps the server from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

/** One process waits for more; a second one that comes back ends. */
function letRest(child: ChildProcess): void {
  if (idle || !child.connected) return void child.kill('SIGKILL');
  const rest = setTimeout(() => {
    if (idle?.child === child) idle = null;
    child.kill('SIGKILL');
  }, idleMilliseconds).unref();
  idle = { child, rest };
}
