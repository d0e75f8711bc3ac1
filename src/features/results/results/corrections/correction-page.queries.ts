import type { Actor } from '#kernel/actor.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { ownAmong } from '#kernel/own-family/own-family.ts';
import { mayDecide, mayStop } from '#features/records/approvals/deciders.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { correctionApproval } from './ask-correction.ts';
import { countsOf, studentsIn, type ChangeCounts, type Changes } from './compute/correct-card.ts';
import { emptyCard, isLate, findCorrectedSheet, rulesOfSheet, type CorrectedSheet } from './late-results.ts';
import { mayAgreeTogether, findCorrection, type Correction, changesOfCorrection } from './apply-correction.ts';
import { recompute, type Replacement } from './recompute.ts';
import { listName } from '#ui/format.ts';
import { compareCards, type CardChanges } from './compute/compare-cards.ts';

export interface CorrectionProps {
  correction: Correction;
  sheet: CorrectedSheet;
  counts: ChangeCounts;
  /** Of a waiting one what would happen now, of one that was carried out what happened; else null. */
  comparison: Comparison | null;
  /** What would be published now; to be sent with the agreement. */
  seen: string | null;
  /** Why it can no longer be carried out. */
  problem: string | null;
  /** Others have changed since it was asked for: it would do something else than what was compared then. */
  isOther: boolean;
  /** The principal’s remark changes, and neither the requester nor the actor approves marks. */
  needsPrincipal: boolean;
  can: { agree: boolean; refuse: boolean; withdraw: boolean };
}

/** A correction with everybody affected by it, computed afresh while it waits. For a snapshot. */
export async function correctionPage(db: Db, actor: Actor, correctionId: number): Promise<CorrectionProps> {
  const correction = await findCorrection(db, actor, correctionId);
  const sheet = await findCorrectedSheet(db, actor, correction.sheetId);
  const changes = await changesOfCorrection(db, correction);
  const found = await comparedOf(db, correction, sheet, changes);
  const { institutionId, askedBy, waitsUntil, isWaitOver } = correction;
  const scope = {
    institutionId,
    askedBy,
    permission: correctionApproval.permission,
    waitsUntil,
    askerEmployees: correction.askerEmployees,
    isInAskersHands: correction.isInAskersHands,
    subjectType: 'result_correction',
    subjectId: correctionId,
    objectors: [],
  };
  const isWaiting = correction.state === 'waiting';
  const isOfFamily = (await ownAmong(db, actor, { students: studentsIn(changes) })).length > 0;
  const isFree = isWaiting && !isOfFamily;
  const isMine = actor.accountId === askedBy;
  const asker = isFree ? await requester(db, askedBy, institutionId) : null;
  const needsPrincipal = asker !== null && !mayAgreeTogether(asker, actor, institutionId, changes);
  return {
    correction,
    sheet,
    counts: countsOf(changes),
    ...found,
    needsPrincipal,
    isOther: found.seen !== null && found.seen !== correction.seen,
    can: {
      agree:
        isFree &&
        asker !== null &&
        !needsPrincipal &&
        found.seen !== null &&
        (isMine ? isWaitOver : mayDecide(actor, { ...scope, isOfFamily })),
      refuse: isWaiting && mayStop(actor, { ...scope, isOfFamily }),
      withdraw: isWaiting && isMine,
    },
  };
}

/** Null if that person has no access any more. */
const requester = (db: Db, accountId: number, institutionId: number) =>
  loadRequester(db as Tx, accountId, institutionId).catch((error: unknown) => {
    if (error instanceof ValidationError) return null;
    throw error;
  });

async function comparedOf(db: Db, correction: Correction, sheet: CorrectedSheet, changes: Changes) {
  const nothing = { comparison: null, seen: null, problem: null };
  if (correction.state === 'done') return { ...nothing, comparison: comparisonOf(await replacedBy(db, correction)) };
  if (correction.state !== 'waiting') return nothing;
  try {
    const { replacements, seen } = await recompute(db, sheet, changes, await rulesOfSheet(db, sheet));
    return { comparison: comparisonOf(replacements), seen, problem: null };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { ...nothing, problem: error.message };
  }
}

/** What a correction that was carried out has published, with what was there before. */
async function replacedBy(db: Db, { institutionId, id }: Correction): Promise<Replacement[]> {
  const rows = await query<Omit<Replacement, 'content'> & { content: Replacement['content'] | null }>(db)`
    select o.seq::int as number, r.student_id::bigint as "studentId", r.term_id::bigint as "termId",
      r.batch_id::bigint as "batchId", s.surname, s.first_name as "firstName", s.middle_name as "middleName",
      s.admission_number as "admissionNumber", s.admission_date::text as "admissionDate",
      s.anonymised_at is not null as "isErased", o.content, r.content as corrected
    from published_results r
    left join published_results o on o.institution_id = r.institution_id and o.seq = (r.content #>> '{corrects,number}')::bigint
    join students s on (s.institution_id, s.id) = (r.institution_id, r.student_id)
    where r.institution_id = ${institutionId} and r.correction_id = ${id} order by r.seq`;
  return rows.map((row) => ({ ...row, content: row.content ?? emptyCard(row.corrected) }));
}

/** A published result that a correction changes, as it is shown. */
export interface AffectedResult extends CardChanges {
  studentId: number;
  name: string;
  number: string;
  batch: string;
  term: string;
  session: string;
  /** Nothing was published of it before. */
  isLate: boolean;
}

export interface Comparison {
  /** Whose own figures change. */
  affected: AffectedResult[];
  /** On whose cards only figures of the class change. */
  classOnly: AffectedResult[];
}

/** Everybody affected by a correction: old and new, in words. */
export function comparisonOf(replacements: readonly Replacement[]): Comparison {
  const all = replacements.map(
    ({ number, studentId, admissionNumber, content, corrected, ...student }): AffectedResult => ({
      studentId,
      name: listName(student),
      number: admissionNumber,
      isLate: isLate({ number }),
      batch: content.batch,
      term: content.term,
      session: content.session,
      ...compareCards(content, corrected, student),
    }),
  );
  return {
    affected: all.filter(({ own }) => own.length > 0),
    classOnly: all.filter(({ own }) => own.length === 0),
  };
}
