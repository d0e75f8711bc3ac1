import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { query, type Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { drawingJob, printedFileDays, tidyingJob, type PrintedKind } from '#kernel/print/draw-file.ts';
import { countOf } from '#ui/format.ts';
import { drawnCards, cardFileParts, type DrawnCard } from '../cards/cards.queries.ts';
import type { ReportCardFile } from '../cards/report-card.pdf.ts';
import { findResultSheets } from '../term-results/find-sheet.ts';
import { cardFiles } from './card-files.schema.ts';

const reportCards: PrintedKind<typeof cardFiles.$inferSelect, ReportCardFile> = {
  table: cardFiles,
  layout: new URL('../cards/report-card.pdf.ts', import.meta.url),
  read: (tx, files, { institutionId, sheetIds, origin }) => fileOf(tx, files, institutionId, sheetIds, origin),
  countOf: ({ cards }) => cards.length,
  file: { purpose: 'report cards', name: 'report-cards.pdf' },
  ready: (count, id) => ({
    kind: 'results.cardsPrinted',
    href: `/card-files/${id}`,
    title: `${countOf(count, 'report card is', 'report cards are')} ready to print`,
  }),
};

/** Draws the report cards of a file. */
export const printCardsJob = drawingJob('results.printCards', reportCards, 'cardFileId');

export const tidyCardFiles = tidyingJob(
  'results.tidyCardFiles',
  '45 * * * *',
  sql`akada_tidy_card_files(${printedFileDays})`,
);

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'results.printCards': true;
    'results.tidyCardFiles': true;
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
  for (const sheet of await findResultSheets(tx, actor, sheetIds)) {
    const drawn = await drawnCards(tx, files, sheet, { origin });
    cards.push(...drawn.map((card) => ({ ...card, isPreview: sheet.state !== 'published' })));
  }
  const [institution] = await query<{ terminology: Record<string, string> }>(tx)`
    select terminology from institutions where id = ${institutionId}`;
  return {
    ...(await cardFileParts(tx, files, institutionId, cards)),
    words: termsOf(institution!.terminology),
    isPreview: false,
  };
}
