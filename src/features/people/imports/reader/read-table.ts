import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Inspection } from '../engine/inspect.ts';
import type { Format } from '../engine/table.ts';
import type { TableKind } from '../engine/table-kind.ts';
import { Unreadable, clean } from '../engine/headers.ts';
import type { Answer, Request } from './table.process.ts';
import type { SourceRow } from '../engine/workbook.ts';
import { ValidationError, TooMany } from '#kernel/errors.ts';
import type { Files, StoredFile } from '#kernel/files.ts';
import { maxSeconds } from '../engine/limits.ts';
import { takeTurnsByKey } from '#kernel/export/turns.ts';

const program = fileURLToPath(new URL('./table.process.ts', import.meta.url));

/** An idle process ends and returns its memory; a thread would leave most of it with the server. */
const idleMilliseconds = 10_000;

const tooMuch = 'This file needs too much memory. Save the sheet as CSV or split it, then upload again.';

let idle: { child: ChildProcess; rest: NodeJS.Timeout } | null = null;

/** Reads the whole file in a separate process, so that no file can slow down or crash the server. */
async function inspectFile(path: string, signal: AbortSignal, kind?: TableKind): Promise<Inspection> {
  const reader = startReader(signal);
  const answer = await reader.ask({ path, ...(kind && { kind }) });
  if (!('inspection' in answer)) throw new Error('Unexpected answer from the file reader.');
  reader.rest();
  return answer.inspection;
}

interface OpenFile {
  headers: string[];
  /** Rows per chunk; fewer if they are long. */
  pieces: AsyncGenerator<SourceRow[]>;
  /** Closes the reader without reading the rows. */
  close(): void;
}

/** The rows below the headings; leaving the loop stops reading. */
export async function openFile(
  path: string,
  format: Format,
  size: number,
  signal: AbortSignal,
  kind?: TableKind,
): Promise<OpenFile> {
  const reader = startReader(signal);
  const opened = await reader.ask({ path, format, size, ...(kind && { kind }) });
  if (!('headers' in opened)) throw new Error('Unexpected answer from the file reader.');
  return { headers: opened.headers, pieces: piecesOf(reader), close: reader.end };
}

async function* piecesOf(reader: Reader): AsyncGenerator<SourceRow[]> {
  let isEnded = false;
  try {
    // The next chunk is read while this one is processed.
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
        // A process that runs out of memory just ends.
        const gone = once(child, 'exit', until).then(([, by]) => Promise.reject(whyGone(by as NodeJS.Signals | null)));
        child.send(request, () => {});
        const [answer] = await Promise.race([answered, gone]);
        if ('unreadable' in answer) throw new Unreadable(answer.unreadable);
        if ('failed' in answer) throw new Error(`The file reader failed: ${answer.failed}`);
        return answer;
      } catch (error) {
        // The process may be in any state, so the next file starts in a new one.
        end();
        throw error;
      } finally {
        settled.abort();
      }
    },
  };
}

/** Stopping the server may stop its child processes; the file is then read again. */
const whyGone = (by: NodeJS.Signals | null): Error =>
  by === 'SIGTERM' || by === 'SIGHUP'
    ? new DOMException('The file reader was stopped.', 'AbortError')
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
    // None of the server's secrets.
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    // V8's out-of-memory output is of no use.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  child.once('exit', () => {
    if (idle?.child !== child) return;
    clearTimeout(idle.rest);
    idle = null;
  });
  // Must not keep the server alive.
  child.unref();
  child.channel?.unref();
  return child;
}

/** One idle process is kept; any other ends. */
function letRest(child: ChildProcess): void {
  if (idle || !child.connected) return void child.kill('SIGKILL');
  const rest = setTimeout(() => {
    if (idle?.child === child) idle = null;
    child.kill('SIGKILL');
  }, idleMilliseconds).unref();
  idle = { child, rest };
}

/** What keeps a row of a file from being saved. */
export interface FileProblem {
  /** The row in the file. */
  row: number;
  message: string;
}

export interface SmallTable {
  headers: string[];
  rows: SourceRow[];
}

const mostRows = 5000;

/** The rows of an uploaded file that is checked as a whole; refuses one that is not a table. */
export async function readSmallTable(
  files: Files,
  institutionId: number,
  stored: StoredFile,
  what: 'marks' | 'fees',
): Promise<SmallTable> {
  const path = await files.local(stored.storedAs);
  try {
    const { format } = await inspectInTurn(institutionId, path, what);
    const { headers, pieces } = await openFile(path, format, mostRows, AbortSignal.timeout(maxSeconds * 1000), what);
    const rows: SourceRow[] = [];
    for await (const piece of pieces) rows.push(...piece);
    return { headers: headers.map(clean), rows };
  } catch (error) {
    throw error instanceof Unreadable ? new ValidationError('file', error.message) : error;
  }
}

/** Maximum waiting uploads per institution. */
const mostWaiting = 5;
const longestWait = 60_000;
const busy = () => new TooMany(15, 'The server is busy with other files. Try again in a moment.');

const uploads = takeTurnsByKey<number>(1);
const work = takeTurnsByKey<number>(4);

/** Reads an upload in its turn. Institutions take turns, so that one with many files does not hold up the others. */
export async function inspectInTurn(institutionId: number, path: string, kind?: TableKind): Promise<Inspection> {
  if (uploads.waiting(institutionId) >= mostWaiting) throw busy();
  const wait = AbortSignal.timeout(longestWait);
  const inspected = uploads.inTurn(institutionId, wait, async () => {
    const late = AbortSignal.timeout(maxSeconds * 1000);
    try {
      return await inspectFile(path, late, kind);
    } catch (error) {
      if (!late.aborted) throw error;
      throw new Unreadable('This file takes too long to read. Save only the sheet you need as CSV and upload that.');
    }
  });
  return inspected.catch((error: unknown) => {
    throw error === wait.reason ? busy() : error;
  });
}

/** Runs one check, import or undo at a time per institution. */
export const workInTurn = <T>(institutionId: number, signal: AbortSignal, works: () => Promise<T>): Promise<T> =>
  work.inTurn(institutionId, signal, works);
