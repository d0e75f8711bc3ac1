import { wordsOf } from '#kernel/contracts/terminology.ts';
import type { Db } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import { letterheadOf } from '#features/school/institutions/letterhead.queries.ts';
import { proofOf } from '../cards/cards.queries.ts';
import type { ReportCardFile } from '../cards/report-card.pdf.ts';
import type { ReportCard } from '../cards/report-card.ts';
import { designsOf } from '../designs/designs.queries.ts';
import { withNames } from '../publication/published-card.ts';
import type { Opening } from './opening.ts';
import type { OpenedResult } from './public-results.queries.ts';

/** The report card with its name. */
export const openedCard = ({ studentId }: Opening, found: OpenedResult): ReportCard => {
  const { content, promotion, cgpaAsAt, surname, firstName, middleName, number, gender } = found;
  return withNames(content, { id: studentId, surname, firstName, middleName, number, gender }, { promotion, cgpaAsAt });
};

/** The same on paper. */
export async function openedFile(
  db: Db,
  files: Files,
  { opening, result, origin }: { opening: Opening; result: OpenedResult; origin: string },
): Promise<ReportCardFile> {
  const card = openedCard(opening, result);
  return {
    cards: [{ card, photoPath: result.photo && files.path(result.photo), qr: proofOf(origin, result.code) }],
    designs: await designsOf(db, files, opening.institutionId, [card]),
    letterhead: await letterheadOf(db, files, opening.institutionId),
    words: wordsOf(result.terminology),
    isPreview: false,
  };
}
