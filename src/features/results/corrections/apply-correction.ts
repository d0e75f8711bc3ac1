import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { keepSealed } from '../publication/keep-sealed.ts';
import { tellFamilies } from '../publication/tell-families.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { studentsOf } from './check-cells.ts';
import { compareCards } from './compute/compare-cards.ts';
import { askingCorrections, findCorrectedSheet, refuseUnpublished, schemesOfSheet } from './corrected-sheet.queries.ts';
import { cellsOfCorrection, findCorrection } from './find-correction.queries.ts';
import { lockCorrected } from './lock-corrected.ts';
import { recompute } from './recompute.ts';
import { refuseOwn } from './refuse-own.ts';
import type { Replacement } from './setting.ts';
import { writeCorrected } from './write-corrected.ts';

/**
 * Corrects published marks that a second person agreed to: the marks with their history, and every published result that
 * changes is replaced by a new one in the chain. Refused if the results would not become what that person has seen.
 */
export async function applyCorrection(
  tx: Tx,
  asker: Actor,
  decider: Actor,
  secret: Buffer,
  { correctionId, seen }: { correctionId: number; seen: string },
): Promise<{ results: number }> {
  const correction = await findCorrection(tx, asker, correctionId);
  const { institutionId, sheetId, reason } = correction;
  if (!askingCorrections.some((permission) => can(asker, permission, institutionId))) throw new NotAllowed();
  const cells = await cellsOfCorrection(tx, correction);
  const studentIds = studentsOf(cells);
  await refuseOwn(tx, asker, institutionId, studentIds);
  await refuseOwn(tx, decider, institutionId, studentIds);
  const sheet = await findCorrectedSheet(tx, asker, sheetId);
  await lockCorrected(tx, sheet);
  refuseUnpublished(await findCorrectedSheet(tx, asker, sheetId));
  const { replacements, seen: now } = await recompute(tx, sheet, cells, await schemesOfSheet(tx, sheet));
  if (now !== seen)
    throw new Conflict('Marks or results changed since you compared them. They are shown anew: compare them again.');
  await writeCorrected(tx, asker, sheet, correctionId, cells);
  const on = today(membershipIn(asker, institutionId)!.timeZone);
  for (const rows of Map.groupBy(replacements, ({ termId, batchId }) => `${termId} ${batchId}`).values()) {
    const [{ termId, batchId }] = rows as [Replacement];
    const cards = rows.map(({ number, corrected }) => ({ ...corrected, corrects: { number, on } }));
    // The chain has one end.
    // oxlint-disable-next-line no-await-in-loop
    await keepSealed(tx, asker, secret, { institutionId, termId, batchId }, cards, correctionId);
  }
  await refreshSummaries(tx, institutionId, studentsOf(replacements));
  await tellTheirFamilies(tx, asker, institutionId, replacements);
  await record(tx, asker, 'results.correct', {
    institutionId,
    summary: `corrected ${countOf(cells.length, 'published mark')} of ${sheet.batch}, ${sheet.term}, ${sheet.session}: ${reason}`,
    subject: { type: 'mark_sheet', id: sheetId },
    details: { correction: correctionId, marks: cells.length, results: replacements.length, approvedBy: decider.name },
  });
  return { results: replacements.length };
}

/** Tells the families of students with other figures of their own. A new class average on the card is no news. */
async function tellTheirFamilies(tx: Tx, asker: Actor, institutionId: number, replacements: Replacement[]) {
  const told = replacements.filter(({ content, corrected }) => compareCards(content, corrected).own.length > 0);
  for (const rows of Map.groupBy(told, ({ termId }) => termId).values()) {
    const { term, session } = rows[0]!.content;
    // Two or three terms.
    // oxlint-disable-next-line no-await-in-loop
    await tellFamilies(tx, asker, { institutionId, term, session }, studentsOf(rows), 'corrected');
  }
}
