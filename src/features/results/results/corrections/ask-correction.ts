import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { refuseOwnFamily } from '#kernel/own-family/own-family.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { countOf } from '#ui/format.ts';
import type { Names } from '../publication/published-card.ts';
import { changeWords } from './change-words.ts';
import { ChangesInput } from './check-changes.ts';
import { keptNote } from './check-notes.ts';
import { countsOf, studentsIn, studentsOf, type Changes } from './compute/changes.ts';
import { correctionApproval } from './correction-approval.ts';
import { askingCorrections, findCorrectedSheet, refuseUnpublished, rulesOfSheet } from './corrected-sheet.queries.ts';
import { insertCorrection, refuseWaiting } from './insert-correction.ts';
import { recompute } from './recompute.ts';

export const CompareCorrection = ChangesInput;
export const AskCorrection = ChangesInput.extend({
  reason: line(300, 'The reason'),
  /** Of the comparison that was shown. */
  seen: z.string().max(64),
});

/** What results would become, for somebody who can ask for it. Nothing is written. */
export async function compareCorrection(tx: Tx, actor: Actor, sheetId: number, typed: Changes) {
  const sheet = await findCorrectedSheet(tx, actor, sheetId);
  const { institutionId } = sheet;
  if (!askingCorrections.some((permission) => can(actor, permission, institutionId))) throw new NotAllowed();
  refuseUnpublished(sheet);
  // A mere comparison is no write, which the rule of its route would look at.
  await refuseOwnFamily(tx, actor, { students: studentsIn(typed) }, { may: askingCorrections });
  const names = await namesOf(tx, institutionId, studentsOf(typed.notes));
  const changes: Changes = {
    ...typed,
    // A student who isn’t there is refused with all that is checked.
    notes: typed.notes.map((note) => keptNote(note, names.get(note.studentId) ?? nobody)),
  };
  return { sheet, changes, ...(await recompute(tx, sheet, changes, await rulesOfSheet(tx, sheet))) };
}

/** Asks a second person to correct published results of a sheet. The requester has seen the comparison. */
export async function askCorrection(
  tx: Tx,
  actor: Actor,
  sheetId: number,
  { reason, seen, ...typed }: z.output<typeof AskCorrection>,
): Promise<{ correctionId: number; requested: Requested }> {
  const { sheet, changes, replacements, seen: now } = await compareCorrection(tx, actor, sheetId, typed);
  if (now !== seen)
    throw new ValidationError('form', 'The results have changed since you compared them. Compare them again.');
  await refuseWaiting(tx, sheet, changes);
  const { institutionId, batch, term, session } = sheet;
  const correctionId = await insertCorrection(tx, { sheet, reason, seen, accountId: actor.accountId }, changes);
  const words = wordsOf(membershipIn(actor, institutionId)!.terminology);
  const requested = await requestApproval(tx, actor, correctionApproval, {
    institutionId,
    subject: { type: 'result_correction', id: correctionId },
    payload: { correctionId, reason },
    summary: `correct ${changeWords(countsOf(changes), words)} of published results of ${batch}, ${term}, ${session}, which changes ${countOf(replacements.length, 'result')}`,
  });
  return { correctionId, requested };
}

const nobody: Names = { surname: '', firstName: '', middleName: null };

export async function namesOf(tx: Tx, institutionId: number, studentIds: number[]): Promise<Map<number, Names>> {
  if (studentIds.length === 0) return new Map();
  const rows = await query<Names & { id: number }>(
    tx,
    sql`select s.id::int as id, s.surname, s.first_name as "firstName", s.middle_name as "middleName" from students s
      where s.institution_id = ${institutionId} and s.id = any (${sql.param(studentIds)}::bigint[])`,
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
