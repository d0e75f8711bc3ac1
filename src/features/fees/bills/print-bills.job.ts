import { and, eq, inArray, sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { systemActor } from '#kernel/actor.ts';
import type { Database } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { discardOnError, keepFile, type Files } from '#kernel/files.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { notify } from '#kernel/notify.ts';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { countOf } from '#ui/format.ts';
import { billFileOf } from './bill-data.queries.ts';
import { billFiles } from './bills.schema.ts';
import { markPrinted } from './print-bills.ts';

interface PrintServices {
  database: Database;
  files: Files;
}
interface PrintJob {
  institutionId: number;
  billFileId: number;
}

/** How long a file can be downloaded. */
export const billFileDays = 1;
const layout = new URL('../print/bill.pdf.ts', import.meta.url);
/** Progress is written at most so often, in milliseconds. */
const tellEvery = 400;

/** Draws the bills of a file. A job that died begins again: nothing is kept before the end. */
export const printBillsJob: Job<PrintServices, PrintJob> = {
  queue: 'fees.printBills',
  atOnce: 2,
  work: drawBillFile,
};

export const tidyBillFiles: Job<PrintServices> = {
  queue: 'fees.tidyBillFiles',
  cron: '35 * * * *',
  work: async ({ database, files }) => {
    const { rows } = await database.anonymous((tx) =>
      tx.execute<{ stored: string }>(sql`select akada_tidy_bill_files(${billFileDays}) as stored`),
    );
    for (const { stored } of rows) await files.discard(stored);
  },
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'fees.printBills': true;
    'fees.tidyBillFiles': true;
  }
}

export async function drawBillFile({ database, files }: PrintServices, job: PrintJob, signal: AbortSignal) {
  const { institutionId, billFileId: id } = job;
  const isThis = and(eq(billFiles.institutionId, institutionId), eq(billFiles.id, id));
  const isActive = and(isThis, inArray(billFiles.state, ['queued', 'running']));
  const inside = <T>(work: Parameters<typeof database.asSystem<T>>[1]) => database.asSystem([institutionId], work);
  const found = await inside(async (tx) => {
    const [file] = await tx.update(billFiles).set({ state: 'running', doneCount: 0 }).where(isActive).returning();
    return file && { file, data: await billFileOf(tx, files, institutionId, file.invoiceIds, file.origin) };
  });
  if (!found) return;
  const { file, data } = found;
  let told = 0;
  let telling: Promise<unknown> = Promise.resolve();
  const onProgress = (doneCount: number) => {
    if (Date.now() - told < tellEvery) return;
    told = Date.now();
    telling = telling
      .then(() => inside((tx) => tx.update(billFiles).set({ doneCount }).where(isActive)))
      .catch(() => {});
  };
  try {
    const content = await renderPdf(layout, data, { inJob: true, signal, onProgress });
    await telling;
    const stored = await files.store(Readable.from([content]), { bytes: content.length, field: 'file' });
    const actor = systemActor(institutionId, 'Akada', file.accountId);
    await discardOnError(files, [stored], () =>
      inside(async (tx) => {
        const name = 'bills.pdf';
        const kept = { ...stored, purpose: 'bills', name, mediaType: 'application/pdf' };
        const fileId = await keepFile(tx, actor, institutionId, kept);
        await tx
          .update(billFiles)
          .set({ state: 'done', fileId, doneCount: data.bills.length, finishedAt: sql`now()` })
          .where(isThis);
        await markPrinted(tx, institutionId, file.invoiceIds);
        await notify(tx, {
          ...{ institutionId, to: [file.accountId!], kind: 'fees.billsPrinted', href: `/bill-files/${id}` },
          title: `${countOf(data.bills.length, 'bill is', 'bills are')} ready to print`,
        });
      }),
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await inside((tx) =>
      tx
        .update(billFiles)
        .set({ state: 'failed', failure: error.message, finishedAt: sql`now()` })
        .where(isActive),
    );
  }
}
