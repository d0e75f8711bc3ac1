import { readFile } from 'node:fs/promises';
import { inspect, type Inspection } from '../engine/inspect.ts';
import { openTable, type Format } from '../engine/table.ts';
import type { TableKind } from '../engine/table-kind.ts';
import { Unreadable } from '../engine/headers.ts';
import type { SourceRow } from '../engine/workbook.ts';

/** Without a format the whole file is inspected; with one, a chunk of rows is sent for each `next`. */
export type Order = { path: string; kind?: TableKind } & ({ format?: undefined } | { format: Format; size: number });
export type Request = Order | 'next';
export type Answer =
  | { inspection: Inspection }
  | { headers: string[] }
  | { rows: SourceRow[] }
  | { isEnd: true }
  | { unreadable: string }
  | { failed: string };

/** The maximum characters per chunk, so that long rows do not fill the server's memory. */
const lettersAtOnce = 2_000_000;

let pieces: AsyncGenerator<SourceRow[]> | undefined;

process.on('message', (request: Request) => void answer(request));
// The server is gone.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the server decides when to stop.
process.on('SIGINT', () => {});

async function answer(request: Request): Promise<void> {
  try {
    tell(await (request === 'next' ? nextPiece() : begin(request)));
  } catch (error) {
    tell(
      error instanceof Unreadable
        ? { unreadable: error.message }
        : { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    );
  }
}

async function begin(order: Order): Promise<Answer> {
  const bytes = await readFile(order.path);
  if (!order.format) return { inspection: await inspect(bytes, order.kind) };
  const { headers, rows } = await openTable(bytes, order.format, order.kind);
  pieces = inPieces(rows, order.size);
  return { headers };
}

async function nextPiece(): Promise<Answer> {
  const next = await pieces!.next();
  return next.done ? { isEnd: true } : { rows: next.value };
}

/** The same file always gives the same chunks. */
async function* inPieces(rows: AsyncGenerator<SourceRow>, size: number): AsyncGenerator<SourceRow[]> {
  let piece: SourceRow[] = [];
  let letters = 0;
  for await (const row of rows) {
    piece.push(row);
    for (const cell of row.cells) letters += cell.length;
    if (piece.length < size && letters < lettersAtOnce) continue;
    yield piece;
    piece = [];
    letters = 0;
  }
  if (piece.length) yield piece;
}

/** The parent may have gone. */
const tell = (answer: Answer) => process.send!(answer, undefined, undefined, () => {});
