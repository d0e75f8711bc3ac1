import { sql } from 'drizzle-orm';
import { type Tx, query } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { drawingJob, printedFileDays, tidyingJob, type PrintedKind } from '#kernel/print/draw-file.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { countOf } from '#ui/format.ts';
import type { Letter, LetterFile } from './letters.pdf.ts';
import { letterFiles } from './letters.schema.ts';

const printedLetters: PrintedKind<typeof letterFiles.$inferSelect, LetterFile> = {
  table: letterFiles,
  layout: new URL('./letters.pdf.ts', import.meta.url),
  read: (tx, files, { institutionId, letterId }) => fileOf(tx, files, institutionId, letterId),
  countOf: ({ letters }) => letters.length,
  file: { purpose: 'letters', name: 'letters.pdf' },
  ready: (count, id) => ({
    kind: 'notices.lettersPrinted',
    href: `/letter-files/${id}`,
    title: `${countOf(count, 'letter is', 'letters are')} ready to print`,
  }),
};

/** Draws the letters of a file. */
export const printLettersJob = drawingJob('notices.printLetters', printedLetters, 'letterFileId');

export const tidyLetterFiles = tidyingJob(
  'notices.tidyLetterFiles',
  '50 * * * *',
  sql`akada_tidy_letter_files(${printedFileDays})`,
);

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'notices.printLetters': true;
    'notices.tidyLetterFiles': true;
  }
}

async function fileOf(tx: Tx, files: Files, institutionId: number, letterId: number): Promise<LetterFile> {
  const [letter] = await query<Pick<LetterFile, 'day' | 'signedBy'>>(tx)`
    select day::text as day, signed_by as "signedBy" from letters
    where institution_id = ${institutionId} and id = ${letterId}::bigint`;
  const letters = await query<Letter>(tx)`select name, address, subject, body from letter_copies
    where institution_id = ${institutionId} and letter_id = ${letterId}::bigint order by place`;
  return { ...letter!, letters, letterhead: await letterheadOf(tx, files, institutionId) };
}
