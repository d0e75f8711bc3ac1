import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { can, type Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { NotAllowed, Refused } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { countOf } from '#ui/format.ts';
import { Cells, studentsOf } from './check-cells.ts';
import type { CorrectedCell } from './compute/correct-card.ts';
import { correctionApproval } from './correction-approval.ts';
import {
  askingCorrections,
  findCorrectedSheet,
  refuseUnpublished,
  schemesOfSheet,
  type CorrectedSheet,
} from './corrected-sheet.queries.ts';
import { recompute } from './recompute.ts';
import { refuseOwn } from './refuse-own.ts';

export const CompareCorrection = z.object({ cells: Cells });
export const AskCorrection = CompareCorrection.extend({
  reason: line(300, 'The reason'),
  /** Of the comparison that was shown. */
  seen: z.string().max(64),
});

/** What results would become, for somebody who can ask for it. Nothing is written. */
export async function compareCorrection(tx: Tx, actor: Actor, sheetId: number, cells: CorrectedCell[]) {
  const sheet = await findCorrectedSheet(tx, actor, sheetId);
  if (!askingCorrections.some((permission) => can(actor, permission, sheet.institutionId))) throw new NotAllowed();
  refuseUnpublished(sheet);
  await refuseOwn(tx, actor, sheet.institutionId, studentsOf(cells));
  return { sheet, ...(await recompute(tx, sheet, cells, await schemesOfSheet(tx, sheet))) };
}

/** Asks a second person to correct marks of a published sheet. The requester has seen the comparison. */
export async function askCorrection(
  tx: Tx,
  actor: Actor,
  sheetId: number,
  { cells, reason, seen }: z.output<typeof AskCorrection>,
): Promise<{ correctionId: number; requested: Requested }> {
  const { sheet, replacements, seen: now } = await compareCorrection(tx, actor, sheetId, cells);
  if (now !== seen) throw new Refused('form', 'The results have changed since you compared them. Compare them again.');
  await refuseWaiting(tx, sheet, cells);
  const { institutionId, batch, term, session } = sheet;
  const [made] = await rowsOf<{ id: number }>(
    tx,
    sql`with correction as (
        insert into result_corrections (institution_id, sheet_id, reason, seen, account_id)
        values (${institutionId}, ${sheetId}, ${reason}, ${seen}, ${actor.accountId}) returning id),
      cells as (
        insert into result_correction_cells (institution_id, correction_id, student_id, course_id, component, was, entered)
        select ${institutionId}, c.id, n."studentId", n."courseId", n.component, nullif(n.was, 'null'), nullif(n.entry, 'null')
        from correction c, jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
          as n ("studentId" bigint, "courseId" bigint, component text, was jsonb, entry jsonb))
      select id::int as id from correction`,
  );
  const requested = await requestApproval(tx, actor, correctionApproval, {
    ...{ institutionId, subject: { type: 'result_correction', id: made!.id } },
    payload: { correctionId: made!.id, reason },
    summary: `correct ${countOf(cells.length, 'published mark')} of ${batch}, ${term}, ${session}, which changes ${countOf(replacements.length, 'result')}`,
  });
  return { correctionId: made!.id, requested };
}

/** One request for a mark at a time: the second would change what the first shows. */
async function refuseWaiting(
  tx: Tx,
  { institutionId, id, batch }: CorrectedSheet,
  cells: CorrectedCell[],
): Promise<void> {
  const [waiting] = await rowsOf<{ id: number }>(
    tx,
    sql`select c.id::int as id from result_corrections c
      join approvals a on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)
        and a.outcome is null and a.expires_at > now()
      join result_correction_cells k on (k.institution_id, k.correction_id) = (c.institution_id, c.id)
      join jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as n ("studentId" bigint, "courseId" bigint, component text)
        on (n."studentId", n."courseId", n.component) = (k.student_id, k.course_id, k.component)
      where c.institution_id = ${institutionId} and c.sheet_id = ${id} limit 1`,
  );
  if (waiting)
    throw new Refused('form', `A correction of one of these marks of ${batch} is waiting already. See Corrections.`);
}
