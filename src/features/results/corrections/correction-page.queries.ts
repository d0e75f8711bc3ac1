import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { rowsOf, type Db } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { mayDecide, mayStop } from '#features/approvals/deciders.ts';
import { comparisonOf, type Comparison } from './comparison.ts';
import { correctionApproval } from './correction-approval.ts';
import { findCorrectedSheet, schemesOfSheet, type CorrectedSheet } from './corrected-sheet.queries.ts';
import { studentsOf } from './check-cells.ts';
import type { CorrectedCell } from './compute/correct-card.ts';
import { cellsOfCorrection, findCorrection, type Correction } from './find-correction.queries.ts';
import { recompute } from './recompute.ts';
import { isConcerned } from './refuse-own.ts';
import type { Replacement } from './setting.ts';

export interface CorrectionProps {
  correction: Correction;
  sheet: CorrectedSheet;
  /** How many marks are changed. */
  marks: number;
  /** Of a waiting one what would happen now, of one that was carried out what happened; else null. */
  comparison: Comparison | null;
  /** What would be published now; to be sent with the agreement. */
  seen: string | null;
  /** Why it can no longer be carried out. */
  problem: string | null;
  /** Others have changed since it was asked for: it would do something else than what was compared then. */
  isOther: boolean;
  can: { agree: boolean; refuse: boolean; withdraw: boolean };
}

/** A correction with everybody affected by it, computed afresh while it waits. For a snapshot. */
export async function correctionPage(db: Db, actor: Actor, correctionId: number): Promise<CorrectionProps> {
  const correction = await findCorrection(db, actor, correctionId);
  const sheet = await findCorrectedSheet(db, actor, correction.sheetId);
  const cells = await cellsOfCorrection(db, correction);
  const found = await changesOf(db, correction, sheet, cells);
  const { institutionId, askedBy, waitsUntil, isWaitOver } = correction;
  const scope = {
    ...{ institutionId, askedBy, permission: correctionApproval.permission, waitsUntil },
    ...{ subjectType: 'result_correction', subjectId: correctionId },
  };
  const isWaiting = correction.state === 'waiting';
  const isFree = isWaiting && !(await isConcerned(db, actor, institutionId, studentsOf(cells)));
  const isMine = actor.accountId === askedBy;
  return {
    ...{ correction, sheet, marks: cells.length, ...found },
    isOther: found.seen !== null && found.seen !== correction.seen,
    can: {
      agree: isFree && found.seen !== null && (isMine ? isWaitOver : mayDecide(actor, scope)),
      refuse: isWaiting && mayStop(actor, scope),
      withdraw: isWaiting && isMine,
    },
  };
}

async function changesOf(db: Db, correction: Correction, sheet: CorrectedSheet, cells: CorrectedCell[]) {
  const nothing = { comparison: null, seen: null, problem: null };
  if (correction.state === 'done') return { ...nothing, comparison: comparisonOf(await replacedBy(db, correction)) };
  if (correction.state !== 'waiting') return nothing;
  try {
    const { replacements, seen } = await recompute(db, sheet, cells, await schemesOfSheet(db, sheet));
    return { comparison: comparisonOf(replacements), seen, problem: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ...nothing, problem: error.message };
  }
}

/** What a correction that was carried out has published, with what was there before. */
const replacedBy = (db: Db, { institutionId, id }: Correction): Promise<Replacement[]> =>
  rowsOf<Replacement>(
    db,
    sql`select r.seq::int as number, r.student_id::int as "studentId", r.term_id::int as "termId",
      r.batch_id::int as "batchId", s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as "admissionNumber", s.admission_date::text as "admissionDate", o.content, r.content as corrected
    from published_results r
    join published_results o on o.institution_id = r.institution_id and o.seq = (r.content #>> '{corrects,number}')::bigint
    join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    where r.institution_id = ${institutionId} and r.correction_id = ${id} order by r.seq`,
  );
