import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError, Conflict } from '#kernel/errors.ts';
import { refuseOwnFamily } from '#kernel/own-family/own-family.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { countOf } from '#ui/format.ts';
import type { Names } from '../publication/sealed-cards.ts';
import { changeCountsText } from './change-counts-text.ts';
import { ChangesInput, keptNote } from './check-changes.ts';
import { countsOf, studentsIn, studentsOf, type Changes } from './compute/correct-card.ts';
import {
  askingCorrections,
  findCorrectedSheet,
  refuseUnpublished,
  rulesOfSheet,
  type CorrectedSheet,
} from './late-results.ts';
import { recompute } from './recompute.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { applyCorrection } from './apply-correction.ts';

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
  const words = termsOf(membershipIn(actor, institutionId)!.terminology);
  const requested = await requestApproval(tx, actor, correctionApproval, {
    institutionId,
    subject: { type: 'result_correction', id: correctionId },
    payload: { correctionId, reason },
    summary: `correct ${changeCountsText(countsOf(changes), words)} of published results of ${batch}, ${term}, ${session}, which changes ${countOf(replacements.length, 'result')}`,
  });
  return { correctionId, requested };
}

const nobody: Names = { surname: '', firstName: '', middleName: null };

async function namesOf(tx: Tx, institutionId: number, studentIds: number[]): Promise<Map<number, Names>> {
  if (studentIds.length === 0) return new Map();
  const rows = await query<Names & { id: number }>(tx)`
    select s.id::bigint as id, s.surname, s.first_name as "firstName", s.middle_name as "middleName" from students s
      where s.institution_id = ${institutionId} and s.id = any (${sql.param(studentIds)}::bigint[])`;
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

type Asked = { sheet: CorrectedSheet; reason: string; seen: string; accountId: number | null };

/** Keeps what is asked for. Its approval is another row. */
async function insertCorrection(
  tx: Tx,
  asked: Asked,
  { cells, courses, notes, keepsFigures = false }: Changes,
): Promise<number> {
  const { sheet, reason, seen, accountId } = asked;
  const { institutionId, id: sheetId } = sheet;
  const [made] = await query<{ id: number }>(tx)`with correction as (
        insert into result_corrections (institution_id, sheet_id, reason, seen, account_id, keeps_figures)
        values (${institutionId}, ${sheetId}, ${reason}, ${seen}, ${accountId}, ${keepsFigures}) returning id),
      cells as (
        insert into result_correction_cells (institution_id, correction_id, student_id, course_id, component, was, entered)
        select ${institutionId}, c.id, n."studentId", n."courseId", n.component, nullif(n.was, 'null'), nullif(n.entry, 'null')
        from correction c, jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
          as n ("studentId" bigint, "courseId" bigint, component text, was jsonb, entry jsonb)),
      courses as (
        insert into result_correction_courses (institution_id, correction_id, student_id, course_id, change)
        select ${institutionId}, c.id, n."studentId", n."courseId", n.change
        from correction c, jsonb_to_recordset(${JSON.stringify(courses)}::jsonb)
          as n ("studentId" bigint, "courseId" bigint, change text)),
      notes as (
        insert into result_correction_notes (institution_id, correction_id, student_id, field, was, entered)
        select ${institutionId}, c.id, n."studentId", n.field, n.was, n.entry
        from correction c, jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
          as n ("studentId" bigint, field text, was text, entry text))
      select id::bigint as id from correction`;
  return made!.id;
}

/** One request for the same at a time: the second would change what the first shows. A course stands for all its marks. */
async function refuseWaiting(
  tx: Tx,
  { institutionId, id, batch }: CorrectedSheet,
  { cells, courses, notes }: Changes,
): Promise<void> {
  const asked = [
    ...cells.map(({ studentId, courseId, component }) => ({
      student: studentId,
      what: `${courseId}`,
      part: component,
    })),
    ...courses.map(({ studentId, courseId }) => ({ student: studentId, what: `${courseId}`, part: null })),
    ...notes.map(({ studentId, field }) => ({ student: studentId, what: 'note', part: field })),
  ];
  const isOfCorrection = sql`(k.institution_id, k.correction_id) = (c.institution_id, c.id)`;
  const [waiting] = await query<{ id: number }>(tx)`select c.id::bigint as id from result_corrections c
      join approvals a on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)
        and a.outcome is null and a.expires_at > now()
      cross join lateral (
        select k.student_id, k.course_id::text as what, k.component as part from result_correction_cells k where ${isOfCorrection}
        union all select k.student_id, k.course_id::text, null from result_correction_courses k where ${isOfCorrection}
        union all select k.student_id, 'note', k.field from result_correction_notes k where ${isOfCorrection}) k
      join jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as n (student bigint, what text, part text)
        on (n.student, n.what) = (k.student_id, k.what) and (n.part = k.part or n.part is null or k.part is null)
      where c.institution_id = ${institutionId} and c.sheet_id = ${id} limit 1`;
  if (waiting)
    throw new ValidationError('form', `A correction of this in ${batch} is already waiting. See Corrections.`);
}

export const correctionAddress = (correctionId: number) => `/result-corrections/${correctionId}`;

export const correctionApproval = approvalKind({
  kind: 'results.correct',
  label: 'Correction of results',
  permission: 'results.publish',
  payload: z.object({ correctionId: z.number(), reason: z.string() }),
  reviewedAt: ({ correctionId }) => correctionAddress(correctionId),
  async act(tx, asker, { correctionId }, { services, decider, seen }) {
    if (seen === undefined) throw new Conflict('Open the correction and compare the results before you approve it.');
    const { results } = await applyCorrection(tx, asker, decider, services.secret, { correctionId, seen });
    return { message: `The results are corrected: ${countOf(results, 'result')} published again.` };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});
