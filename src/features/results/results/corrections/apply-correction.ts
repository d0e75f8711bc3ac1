import { sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { despiteClosed } from '#kernel/closed-sessions.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotAllowed } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { chainHead } from '../publication/chain-head.ts';
import { notifyFamilies } from '../publication/notify-families.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { changeWords } from './change-words.ts';
import { compareCards } from './compute/compare-cards.ts';
import { askingCorrections, findCorrectedSheet, refuseUnpublished, rulesOfSheet } from './corrected-sheet.queries.ts';
import { changesOfCorrection } from './find-changes.queries.ts';
import { findCorrection } from './find-correction.queries.ts';
import { isLate } from './late-results.ts';
import { mayAgreeTogether, principalsWords } from './principals-words.ts';
import { recompute } from './recompute.ts';
import type { Replacement } from './setting.ts';
import { marksOf, writeCorrected } from './write-corrected.ts';
import { awaitTurn, keepSealed } from '../publication/keep-sealed.ts';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { countsOf, studentsIn, studentsOf, type CorrectedNote } from './compute/changes.ts';
import type { Tx } from '#kernel/database.ts';
import type { ClassPlace } from './published-class.queries.ts';
import { keepNotes } from '#features/results/term-notes/notes/keep-notes.ts';
import { fillNames, type Names } from '../publication/published-card.ts';

/**
 * Corrects published results as a second person agreed to: marks with their history, and notes; every published result
 * that changes is replaced by a new one in the chain. Refused if the results would not become what that person has seen.
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
  const changes = await changesOfCorrection(tx, correction);
  if (!mayAgreeTogether(asker, decider, institutionId, changes)) throw new NotAllowed(principalsWords);
  const sheet = await findCorrectedSheet(tx, asker, sheetId);
  await lockCorrected(tx, sheet, studentsIn(changes));
  refuseUnpublished(await findCorrectedSheet(tx, asker, sheetId));
  const { replacements, seen: now } = await recompute(tx, sheet, changes, await rulesOfSheet(tx, sheet));
  if (now !== seen)
    throw new Conflict('Marks or results changed since you compared them. They are shown anew: compare them again.');
  const on = today(membershipIn(asker, institutionId)!.timeZone);
  // The record may be another than at the publication: the two were merged.
  const results = replacements.map(({ termId, batchId, studentId, number, corrected }) => ({
    termId,
    batchId,
    card: {
      ...corrected,
      student: { id: studentId },
      ...(number === null ? { addedOn: on } : { corrects: { number, on } }),
    },
  }));
  const from = await awaitTurn(tx, institutionId);
  await despiteClosed(tx, 'correction', async () => {
    await writeCorrected(tx, asker, sheet, correctionId, marksOf(changes, replacements));
    await writeCorrectedNotes(
      tx,
      asker,
      sheet,
      changes.notes,
      new Map(replacements.map((row) => [row.studentId, row])),
    );
    await keepSealed(tx, asker, secret, { institutionId, results }, correctionId);
  });
  await refreshSummaries(tx, institutionId, studentsOf(replacements));
  await tellTheirFamilies(tx, asker, institutionId, replacements);
  const counts = countsOf(changes);
  const added = replacements.filter(isLate).length;
  const words = changeWords(counts, wordsOf(membershipIn(decider, institutionId)!.terminology));
  await record(tx, asker, 'results.correct', {
    institutionId,
    summary: `${added > 0 ? `added ${countOf(added, 'late result')} with ${words} to` : `corrected ${words} of`} published results of ${sheet.batch}, ${sheet.term}, ${sheet.session}: ${reason}`,
    subject: { type: 'mark_sheet', id: sheetId },
    details: {
      correction: correctionId,
      results: replacements.length,
      added,
      approvedBy: decider.name,
      ...counts,
      ...(await chainHead(tx, institutionId, from)),
    },
  });
  return { results: replacements.length };
}

/** Tells the families of students with other figures of their own. A new class average on the card is no news. */
async function tellTheirFamilies(tx: Tx, asker: Actor, institutionId: number, replacements: Replacement[]) {
  const told = replacements.filter(
    ({ content, corrected, ...row }) => compareCards(content, corrected, row).own.length > 0,
  );
  for (const rows of Map.groupBy(told, ({ termId }) => termId).values()) {
    const { term, session } = rows[0]!.content;
    const [late, others] = [rows.filter(isLate), rows.filter((row) => !isLate(row))];
    // Two or three terms.
    // oxlint-disable-next-line no-await-in-loop
    if (late.length > 0) await notifyFamilies(tx, asker, { institutionId, term, session }, studentsOf(late));
    if (others.length > 0)
      // oxlint-disable-next-line no-await-in-loop
      await notifyFamilies(tx, asker, { institutionId, term, session }, studentsOf(others), 'corrected');
  }
}

/**
 * Before results are computed to be written: nobody in the class is merged, no sheet of it is saved or published, and
 * nothing else of the institution is published or corrected, until the transaction ends.
 */
async function lockCorrected(
  tx: Tx,
  { institutionId, termId, classId }: ClassPlace,
  studentIds: readonly number[],
): Promise<void> {
  const ofClass = sql`in (select b.id from batches b where b.institution_id = ${institutionId} and b.class_id = ${classId})`;
  await tx.execute(sql`select s.id from students s where s.institution_id = ${institutionId}
      and (s.id = any (${sql.param([...studentIds])}::bigint[]) or s.id in (
      select r.student_id from published_results r where r.institution_id = ${institutionId} and r.term_id = ${termId}
        and r.replaced_at is null and r.batch_id ${ofClass})) order by s.id for share`);
  await tx.execute(sql`select s.id from mark_sheets s where s.institution_id = ${institutionId} and s.term_id = ${termId}
    and s.batch_id ${ofClass} order by s.id for no key update`);
  await awaitTurn(tx, institutionId);
}

/** Writes the corrected notes in the name of the requester, with the students’ names in remarks. */
const writeCorrectedNotes = (
  tx: Tx,
  asker: Actor,
  place: ClassPlace,
  notes: readonly CorrectedNote[],
  names: ReadonlyMap<number, Names>,
): Promise<void> =>
  keepNotes(
    tx,
    asker,
    place,
    notes.map(({ studentId, field, entry }) => ({
      studentId,
      field,
      note: fillNames(entry, names.get(studentId)!),
    })),
  );
