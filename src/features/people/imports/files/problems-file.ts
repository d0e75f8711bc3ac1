import type { FileHandle } from 'node:fs/promises';
import { csvLine, csvMark } from '#kernel/export/csv.ts';
import { isSecret } from '../engine/secret-column.ts';
import { openNameless } from '#kernel/export/made-file.ts';
import { openFile } from '../reader/read-table.ts';
import type { FoundImport, ImportProblem } from '../imports.queries.ts';

/** The guess ignores these headings, so that a corrected file can be imported unchanged. */
export const problemHeadings = ['Row in file', 'Problem'];

const rowsATime = 1000;

type NextProblems = (after?: { rowNumber: number; id: number }) => Promise<ImportProblem[]>;

/** The file is finished before it is sent, so that a slow client does not block the reader. */
export async function makeProblemsFile(
  folder: string,
  ...[found, path, next, hidden, signal]: Parameters<typeof problemsFile>
): Promise<FileHandle> {
  const file = await openNameless(folder);
  try {
    for await (const lines of problemsFile(found, path, next, hidden, signal)) await file.write(lines);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * The rows with problems as in the file, each with its number and problem, to fix and import again. Cells that a spreadsheet would evaluate are escaped. `next` fetches problems in file order. Cells of `hidden` columns are left blank.
 */
async function* problemsFile(
  found: FoundImport,
  path: string,
  next: NextProblems,
  hidden: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { headers, pieces } = await openFile(path, found.format.format, rowsATime, signal);
  const isWithheld = headers.map((header) => isSecret(header) || hidden.has(header));
  // The heading says so: a word in the cells could be imported as a value.
  const shownHeaders = headers.map((header, at) => (isWithheld[at] ? `${header}: hidden` : header));
  yield csvMark + csvLine([...shownHeaders, ...problemHeadings]);
  const groups = byRow(next);
  let group = await groups.next();
  for await (const { number, cells } of rowsOf(pieces)) {
    if (group.done) return;
    if (number < group.value.row) continue;
    const padded = [
      // With what was corrected already.
      ...cells.map((cell, at) => (isWithheld[at] ? '' : (found.corrections.cells?.[number]?.[at] ?? cell))),
      ...Array<string>(Math.max(0, headers.length - cells.length)).fill(''),
    ];
    yield csvLine([
      ...padded.slice(0, headers.length),
      String(number),
      [...padded.slice(headers.length).map((cell) => `Extra cell: ${cell}`), ...group.value.messages].join(' '),
    ]);
    group = await groups.next();
  }
}

async function* rowsOf<Row>(pieces: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const piece of pieces) yield* piece;
}

async function* byRow(next: NextProblems) {
  let row = 0;
  const messages: string[] = [];
  let page = await next();
  while (page.length) {
    for (const { rowNumber, columnName, message } of page) {
      if (rowNumber !== row && messages.length) yield { row, messages: messages.splice(0) };
      row = rowNumber;
      messages.push(columnName ? `${columnName}: ${message}` : message);
    }
    page = await next(page.at(-1)!);
  }
  if (messages.length) yield { row, messages };
}
