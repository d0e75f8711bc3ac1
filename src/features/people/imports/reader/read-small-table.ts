import { ValidationError } from '#kernel/errors.ts';
import type { Files, StoredFile } from '#kernel/files.ts';
import { clean } from '../engine/clean.ts';
import { maxSeconds } from '../engine/limits.ts';
import { Unreadable } from '../engine/unreadable.ts';
import { openFile } from './read-table.ts';
import { inspectInTurn } from './turns.ts';
import type { SourceRow } from '../engine/extra-rows.ts';

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
  const path = files.path(stored.storedAs);
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
