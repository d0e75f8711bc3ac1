import { hasKey } from '#kernel/database.ts';
import { and, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Readable } from 'node:stream';
import { systemActor } from '../actor.ts';
import { query, render, type Database, type Tx } from '../database.ts';
import { ValidationError } from '../errors.ts';
import { discardOnError, keepFile, type Files } from '../files.ts';
import type { Job } from '../jobs/jobs.ts';
import { notify, type Notification } from '../notify.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { asPrintedFiles } from './printed-files.ts';

interface PrintServices {
  database: Database;
  files: Files;
}

/** A kind of files with many pages: their content, and the notification once one is ready. */
export interface PrintedKind<Row, Data> {
  /** With `printedFileColumns`. */
  table: PgTable;
  layout: URL;
  read(tx: Tx, files: Files, row: Row): Promise<Data>;
  countOf(data: Data): number;
  file: { purpose: string; name: string };
  ready(count: number, id: number): Pick<Notification, 'kind' | 'title' | 'href'>;
  /** In the transaction that keeps the file. */
  alsoWhenDone?(tx: Tx, row: Row): Promise<unknown>;
}

/** How long a file can be downloaded. */
export const printedFileDays = 1;
/** Progress is written at most so often, in milliseconds. */
const tellEvery = 400;

/** Draws a file. A job that died begins again: nothing is kept before the end. */
async function drawPrintedFile<Row, Data>(
  { database, files }: PrintServices,
  kind: PrintedKind<Row, Data>,
  { institutionId, id }: { institutionId: number; id: number },
  signal: AbortSignal,
): Promise<void> {
  const table = asPrintedFiles(kind.table);
  const isThis = hasKey(table, institutionId, id);
  const isActive = and(isThis, inArray(table.state, ['queued', 'running']));
  const inside = <T>(work: (tx: Tx) => Promise<T>) => database.asSystem([institutionId], work);
  const found = await inside(async (tx) => {
    const [row] = await tx.update(table).set({ state: 'running', doneCount: 0 }).where(isActive).returning();
    return row && { row, data: await kind.read(tx, files, row as Row) };
  });
  if (!found) return;
  const { row, data } = found;
  let told = 0;
  let telling: Promise<unknown> = Promise.resolve();
  const onProgress = (doneCount: number) => {
    if (Date.now() - told < tellEvery) return;
    told = Date.now();
    telling = telling.then(() => inside((tx) => tx.update(table).set({ doneCount }).where(isActive))).catch(() => {});
  };
  try {
    const content = await renderPdf(kind.layout, data, { inJob: true, signal, onProgress });
    await telling;
    const stored = await files.store(Readable.from([content]), { bytes: content.length, field: 'file' });
    const actor = systemActor(institutionId, 'Akada', row.accountId);
    const count = kind.countOf(data);
    await discardOnError(files, [stored], () =>
      inside(async (tx) => {
        const kept = { ...stored, ...kind.file, mediaType: 'application/pdf' };
        const fileId = await keepFile(tx, actor, institutionId, kept);
        await tx
          .update(table)
          .set({ state: 'done', fileId, doneCount: count, finishedAt: sql`now()` })
          .where(isThis);
        await kind.alsoWhenDone?.(tx, row as Row);
        await notify(tx, { institutionId, to: [row.accountId!], ...kind.ready(count, id) });
      }),
    );
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    await inside((tx) =>
      tx
        .update(table)
        .set({ state: 'failed', failure: error.message, finishedAt: sql`now()` })
        .where(isActive),
    );
  }
}

/** Draws the files of a kind; what is sent names one by its id, under `key`. */
export const drawingJob = <Row, Data, Key extends string>(
  queue: string,
  kind: PrintedKind<Row, Data>,
  key: Key,
): Job<PrintServices, { institutionId: number } & Record<Key, number>> => ({
  queue,
  concurrency: 2,
  work: (services, job, signal) =>
    drawPrintedFile(services, kind, { institutionId: job.institutionId, id: job[key] }, signal),
});

/** Deletes old files; `tidy` is the function that deletes their rows and returns where they were stored. */
export const tidyingJob = (queue: string, cron: string, tidy: SQL): Job<PrintServices> => ({
  queue,
  cron,
  async work({ database, files }) {
    const rows = await database.anonymous((tx) => query<{ stored: string }>(tx, render(sql`select ${tidy} as stored`)));
    for (const { stored } of rows) await files.discard(stored);
  },
});
