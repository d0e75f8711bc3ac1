import { on } from 'node:events';
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ExportColumn, Rows, TableFormat } from './columns.ts';
import { csvOf } from './csv.ts';
import { withSums, type ExportSums } from './with-sums.ts';

export interface Order {
  /** An open file descriptor of the process. */
  fd: number;
  title: string;
  format: TableFormat;
  columns: ExportColumn[];
  sums?: ExportSums;
  photoFolder?: string;
}

const port = parentPort!;
const messages = on(port, 'message') as AsyncIterableIterator<[unknown]>;
const next = async () => (await messages.next()).value[0];

/** Batches of rows as JSON, each requested when the previous one is written; null ends the file. */
async function* batches(): AsyncGenerator<Rows> {
  for (let message = await next(); message !== null; message = await next()) {
    yield JSON.parse(message as string) as Rows;
    port.postMessage('next');
  }
}

// One file after another, as they are ordered.
for (;;) {
  const { fd, title, format, columns, sums, photoFolder } = (await next()) as Order;
  const rows = sums ? withSums(columns, sums, batches()) : batches();
  const chunks =
    format === 'csv'
      ? csvOf(columns, rows)
      : photoFolder
        ? (await import('./xlsx-with-photos.ts')).xlsxWithPhotos(title, columns, photoFolder, rows)
        : (await import('./xlsx.ts')).xlsxOf(title, columns, rows);
  for await (const chunk of chunks) writeFileSync(fd, chunk);
  port.postMessage('written');
}
