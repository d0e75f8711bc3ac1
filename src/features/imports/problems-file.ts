import type { FileHandle } from 'node:fs/promises';
import { csvLine, csvMark } from '#kernel/export/csv.ts';
import { isSecret } from './engine/secret-column.ts';
import { openNameless } from '#kernel/export/made-file.ts';
import { openFile } from './reader/read-table.ts';
import type { FoundImport, ImportProblem } from './imports.queries.ts';

/** Its headings are known to the guess, so that a mended file can be imported as it is. */
export const problemHeadings = ['Row in the file', 'What to mend'];

const rowsATime = 1000;

type NextProblems = (after?: { rowNumber: number; id: number }) => Promise<ImportProblem[]>;

/** Made whole before it is sent: a slow phone then holds neither the reader nor its turn. */
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
 * The rows with problems as they stand in the file, each with its number and what is wrong, for mending and importing
 * again. Cells that a spreadsheet would compute are disarmed. `next` fetches problems in the order of the file; cells of
 * `hidden` columns are not for the person: they are called withheld.
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
  // The heading says it, so that no cell holds a word that a later import would take for a value.
  const shownHeaders = headers.map((header, at) => (isWithheld[at] ? `${header}: withheld` : header));
  yield csvMark + csvLine([...shownHeaders, ...problemHeadings]);
  const groups = byRow(next);
  let group = await groups.next();
  for await (const { number, cells } of rowsOf(pieces)) {
    if (group.done) return;
    if (number < group.value.row) continue;
    const padded = [
      ...cells.map((cell, at) => (isWithheld[at] ? '' : cell)),
      ...Array<string>(Math.max(0, headers.length - cells.length)).fill(''),
    ];
    yield csvLine([
      ...padded.slice(0, headers.length),
      String(number),
      [...padded.slice(headers.length).map((cell) => `Cell too many: ${cell}`), ...group.value.messages].join(' '),
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
