import { on } from 'node:events';
import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { ExportColumn, Rows, TableFormat } from './columns.ts';
import { csvOf } from './csv.ts';

export interface Order {
  /** An open file descriptor of the process. */
  fd: number;
  title: string;
  format: TableFormat;
  columns: ExportColumn[];
}

const { fd, title, format, columns } = workerData as Order;

/** Batches of rows as JSON, each requested when the previous one is written; null ends the file. */
async function* batches(): AsyncGenerator<Rows> {
  for await (const [message] of on(parentPort!, 'message') as AsyncIterable<[string | null]>) {
    if (message === null) return;
    yield JSON.parse(message) as Rows;
    parentPort!.postMessage('next');
  }
}

const chunks =
  format === 'csv' ? csvOf(columns, batches()) : (await import('./xlsx.ts')).xlsxOf(title, columns, batches());
for await (const chunk of chunks) writeFileSync(fd, chunk);
