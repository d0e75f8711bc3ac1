import { and, eq, inArray, sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { systemActor } from '#kernel/actor.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { rowsOf, type Database, type Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { discardOnError, keepFile, type Files } from '#kernel/files.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { notify } from '#kernel/notify.ts';
import { renderPdf } from '#kernel/pdf/render-pdf.ts';
import { letterheadOf } from '#features/institutions/letterhead.queries.ts';
import { countOf } from '#ui/format.ts';
import { drawnCards, type DrawnCard } from '../cards/cards.queries.ts';
import type { ReportCardFile } from '../cards/report-card.pdf.ts';
import { designsOf } from '../designs/designs.queries.ts';
import { findResultSheet } from '../term-results/find-sheet.ts';
import { cardFiles } from './card-files.schema.ts';

interface PrintServices {
  database: Database;
  files: Files;
}
interface PrintJob {
  institutionId: number;
  cardFileId: number;
}

/** How long a file can be downloaded. */
const cardFileDays = 1;
const layout = new URL('../cards/report-card.pdf.ts', import.meta.url);
/** Progress is written at most so often, in milliseconds. */
const tellEvery = 400;

/** Draws the report cards of a file. A job that died begins again: nothing is kept before the end. */
export const printCardsJob: Job<PrintServices, PrintJob> = {
  queue: 'results.printCards',
  atOnce: 2,
  work: drawCardFile,
};

export const tidyCardFiles: Job<PrintServices> = {
  queue: 'results.tidyCardFiles',
  cron: '45 * * * *',
  work: async ({ database, files }) => {
    const { rows } = await database.anonymous((tx) =>
      tx.execute<{ stored: string }>(sql`select akada_tidy_card_files(${cardFileDays}) as stored`),
    );
    for (const { stored } of rows) await files.discard(stored);
  },
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'results.printCards': true;
    'results.tidyCardFiles': true;
  }
}

export async function drawCardFile({ database, files }: PrintServices, job: PrintJob, signal: AbortSignal) {
  const { institutionId, cardFileId: id } = job;
  const isThis = and(eq(cardFiles.institutionId, institutionId), eq(cardFiles.id, id));
  const isActive = and(isThis, inArray(cardFiles.state, ['queued', 'running']));
  const inside = <T>(work: Parameters<typeof database.asSystem<T>>[1]) => database.asSystem([institutionId], work);
  const found = await inside(async (tx) => {
    const [file] = await tx.update(cardFiles).set({ state: 'running', doneCount: 0 }).where(isActive).returning();
    return file && { file, data: await fileOf(tx, files, institutionId, file.sheetIds, file.origin) };
  });
  if (!found) return;
  const { file, data } = found;
  let told = 0;
  let telling: Promise<unknown> = Promise.resolve();
  const onProgress = (doneCount: number) => {
    if (Date.now() - told < tellEvery) return;
    told = Date.now();
    telling = telling
      .then(() => inside((tx) => tx.update(cardFiles).set({ doneCount }).where(isActive)))
      .catch(() => {});
  };
  try {
    const content = await renderPdf(layout, data, { inJob: true, signal, onProgress });
    await telling;
    const stored = await files.store(Readable.from([content]), { bytes: content.length, field: 'file' });
    const actor = systemActor(institutionId, 'Akada', file.accountId);
    await discardOnError(files, [stored], () =>
      inside(async (tx) => {
        const kept = { ...stored, purpose: 'report cards', name: 'report-cards.pdf', mediaType: 'application/pdf' };
        const fileId = await keepFile(tx, actor, institutionId, kept);
        await tx
          .update(cardFiles)
          .set({ state: 'done', fileId, doneCount: data.cards.length, finishedAt: sql`now()` })
          .where(isThis);
        await notify(tx, {
          ...{ institutionId, to: [file.accountId!], kind: 'results.cardsPrinted', href: `/card-files/${id}` },
          title: `${countOf(data.cards.length, 'report card is', 'report cards are')} ready to print`,
        });
      }),
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await inside((tx) =>
      tx
        .update(cardFiles)
        .set({ state: 'failed', failure: error.message, finishedAt: sql`now()` })
        .where(isActive),
    );
  }
}

/** The cards of all sheets, one sheet after the other. */
async function fileOf(
  tx: Tx,
  files: Files,
  institutionId: number,
  sheetIds: number[],
  origin: string | null,
): Promise<ReportCardFile> {
  const actor = systemActor(institutionId, 'Akada');
  const cards: DrawnCard[] = [];
  for (const sheetId of sheetIds) {
    const sheet = await findResultSheet(tx, actor, sheetId);
    const drawn = await drawnCards(tx, files, sheet, { origin });
    cards.push(...drawn.map((card) => ({ ...card, isPreview: sheet.state !== 'published' })));
  }
  const [institution] = await rowsOf<{ terminology: Record<string, string> }>(
    tx,
    sql`select terminology from institutions where id = ${institutionId}`,
  );
  return {
    cards,
    designs: await designsOf(
      tx,
      files,
      institutionId,
      cards.map(({ card }) => card),
    ),
    letterhead: await letterheadOf(tx, files, institutionId),
    words: wordsOf(institution!.terminology),
    isPreview: false,
  };
}
