import { sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { despiteClosed } from '#kernel/closed-sessions.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { today } from '#kernel/dates.ts';
import { Conflict, NotAllowed, orNotFound } from '#kernel/errors.ts';
import { countOf } from '#ui/format.ts';
import { notifyFamilies, chainHead } from '../publication/publish.ts';
import { refreshSummaries } from '../summaries/refresh-summaries.ts';
import { changeCountsText } from './change-counts-text.ts';
import { compareCards } from './compute/compare-cards.ts';
import {
  isLate,
  askingCorrections,
  findCorrectedSheet,
  refuseUnpublished,
  rulesOfSheet,
  seeingCorrections,
  type ClassPlace,
} from './late-results.ts';
import { recompute, type Replacement } from './recompute.ts';
import { can, membershipIn, type Actor, institutionsWhere } from '#kernel/actor.ts';
import {
  countsOf,
  studentsIn,
  studentsOf,
  type CorrectedNote,
  type CorrectedCell,
  type Changes,
} from './compute/correct-card.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { keepNotes } from '#features/results/term-notes/notes/notes.queries.ts';
import { fillNames, type Names, awaitTurn, keepSealed } from '../publication/sealed-cards.ts';
import { z } from 'zod';
import { accountNameIn } from '#kernel/account-name.ts';
import { employeesOf } from '#features/records/approvals/approvals.schema.ts';
import { isInHandsOf } from '#features/records/approvals/deciders.ts';
import type { CorrectionState } from './correction-states.ts';

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
    throw new Conflict(
      'Marks or results have changed since you compared them. The new figures are shown: compare them again.',
    );
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
  const words = changeCountsText(counts, termsOf(membershipIn(decider, institutionId)!.terminology));
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

/** Tells the families of students with changed figures of their own. A new class average on the card is no news. */
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

interface Marks {
  cells: CorrectedCell[];
  /** Courses of students that get exactly these marks, whatever was stored beside the published result. */
  whole: { studentId: number; courseId: number }[];
}

/** The marks that a correction writes: with a removed course its published marks go. */
function marksOf({ cells, courses }: Changes, replacements: readonly Replacement[]): Marks {
  const removed = courses.filter(({ change }) => change === 'removed');
  const gone = removed.flatMap(({ studentId, courseId }): CorrectedCell[] => {
    const { content } = replacements.find((row) => row.studentId === studentId)!;
    const { entries } = content.courses.find(({ id }) => id === courseId)!;
    return Object.entries(entries).map(([component, was]) => ({
      studentId,
      courseId,
      component,
      was: was ?? null,
      entry: null,
    }));
  });
  return { cells: [...cells, ...gone], whole: courses.map(({ studentId, courseId }) => ({ studentId, courseId })) };
}

/** Writes the corrected marks in the name of the requester, with the marks before. */
async function writeCorrected(
  tx: Tx,
  asker: Actor,
  { institutionId, termId }: ClassPlace,
  correctionId: number,
  { cells, whole }: Marks,
): Promise<void> {
  if (cells.length === 0) return;
  const key = ({ studentId, courseId }: { studentId: number; courseId: number }) => `${studentId} ${courseId}`;
  const isWhole = new Set(whole.map(key));
  const rows = [...Map.groupBy(cells, key)].map(([one, same]) => ({
    s: same[0]!.studentId,
    c: same[0]!.courseId,
    gone: same.map(({ component }) => component),
    all: isWhole.has(one),
    entries: Object.fromEntries(
      same.flatMap(({ component, entry }) => (entry === null ? [] : [[component, entry] as const])),
    ),
  }));
  await tx.execute(sql`
    insert into mark_changes (institution_id, student_id, term_id, course_id, component, was, entered, account_id, correction_id)
    select ${institutionId}, n."studentId", ${termId}, n."courseId", n.component, nullif(n.was, 'null'), nullif(n.entry, 'null'),
      ${asker.accountId}::bigint, ${correctionId}
    from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb)
      as n ("studentId" bigint, "courseId" bigint, component text, was jsonb, entry jsonb)`);
  await tx.execute(sql`
    insert into marks as m (institution_id, student_id, term_id, course_id, entries)
    select ${institutionId}, n.s, ${termId}, n.c, n.entries
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (s bigint, c bigint, entries jsonb) order by n.s, n.c
    on conflict (institution_id, student_id, term_id, course_id) do update set entries = (
      select case when g."all" then '{}' else m.entries - array(select jsonb_array_elements_text(g.gone)) end || g.entries
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (s bigint, c bigint, gone jsonb, entries jsonb, "all" boolean)
      where (g.s, g.c) = (excluded.student_id, excluded.course_id))`);
}

/** Nobody puts words into the principal’s mouth: one of the two who correct that remark approves marks, as its writer does. */
export const mayAgreeTogether = (one: Actor, other: Actor, institutionId: number, { notes }: Changes): boolean =>
  !notes.some(({ field }) => field === 'principal') ||
  can(one, 'marks.approve', institutionId) ||
  can(other, 'marks.approve', institutionId);

const principalsWords =
  'The principal’s remark changes only if one of the two people approves marks. Ask a colleague who does to approve this.';

/** Of the approval `a`. */
export const stateOf = sql<CorrectionState>`case when a.outcome is null and a.expires_at > now() then 'waiting'
  when a.outcome in ('approved', 'completed') then 'done' when a.outcome = 'declined' then 'refused'
  when a.outcome = 'withdrawn' then 'withdrawn' else 'expired' end`;

export const Correction = z.object({
  id: z.number(),
  institutionId: z.number(),
  sheetId: z.number(),
  approvalId: z.number(),
  state: z.custom<CorrectionState>(),
  reason: z.string(),
  /** Of the comparison when it was asked for. */
  seen: z.string(),
  askedBy: z.number(),
  askerEmployees: z.array(z.number()),
  isInAskersHands: z.boolean(),
  asker: z.string(),
  askedAt: z.string(),
  decider: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it was refused. */
  refusal: z.string().nullable(),
  /** If nobody else could agree: from then on the requester can complete it. */
  waitsUntil: z.string().nullable(),
  isWaitOver: z.boolean(),
});
export type Correction = z.infer<typeof Correction>;

export async function findCorrection(db: Db, actor: Actor, correctionId: number): Promise<Correction> {
  const [row] = await query(
    db,
    sql`select c.id::bigint as id, c.institution_id as "institutionId", c.sheet_id::bigint as "sheetId", a.id::bigint as "approvalId",
      ${stateOf} as state, c.reason, c.seen, c.account_id::bigint as "askedBy", ${employeesOf(sql`a`)} as "askerEmployees",
      ${isInHandsOf(sql`${actor.accountId}::bigint`, sql`a.asked_by`, sql`a.institution_id`)} as "isInAskersHands",
      ${accountNameIn(sql`c.account_id`)} as asker,
      to_json(c.asked_at) #>> '{}' as "askedAt", ${accountNameIn(sql`a.decided_by`)} as decider,
      to_json(coalesce(a.decided_at, a.expires_at)) #>> '{}' as "decidedAt", a.reason as refusal,
      to_json(a.waits_until) #>> '{}' as "waitsUntil", coalesce(a.waits_until <= now(), false) as "isWaitOver"
    from result_corrections c join approvals a
      on (a.institution_id, a.subject_type, a.subject_id) = (c.institution_id, 'result_correction', c.id)
    where c.institution_id = any (${sql.param(institutionsWhere(actor, ...seeingCorrections))}::int[]) and c.id = ${correctionId}`,
    Correction,
  );
  return orNotFound(row, 'correction');
}

/** What a correction changes, as it was asked for. */
export async function changesOfCorrection(
  db: Db,
  { institutionId, id }: Pick<Correction, 'institutionId' | 'id'>,
): Promise<Changes> {
  const isOwn = sql`(k.institution_id, k.correction_id) = (${institutionId}, ${id})`;
  const [found] = await query<Changes>(db)`select
      (select coalesce(json_agg(json_build_object('studentId', k.student_id, 'courseId', k.course_id,
          'component', k.component, 'was', k.was, 'entry', k.entered) order by k.student_id, k.course_id, k.component), '[]')
        from result_correction_cells k where ${isOwn}) as cells,
      (select coalesce(json_agg(json_build_object('studentId', k.student_id, 'courseId', k.course_id,
          'change', k.change) order by k.student_id, k.course_id), '[]')
        from result_correction_courses k where ${isOwn}) as courses,
      (select coalesce(json_agg(json_build_object('studentId', k.student_id, 'field', k.field, 'was', k.was,
          'entry', k.entered) order by k.student_id, k.field), '[]')
        from result_correction_notes k where ${isOwn}) as notes,
      (select c.keeps_figures from result_corrections c where (c.institution_id, c.id) = (${institutionId}, ${id})) as "keepsFigures"`;
  return found!;
}
