import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import {
  recordFigures,
  type RecordFigures,
  attemptsOfRecord,
  meanOfAverages,
  programRules,
  type ProgramRule,
  studentRecords,
  type RecordTerm,
} from '#features/results/results/record/record-figures.ts';
import { isUnsettled } from '#features/results/assessment/compute/course-result.ts';
import { fraction, isWithin, reaches, shown, shownBeside } from '#features/results/assessment/compute/fraction.ts';
import { countOf } from '#ui/format.ts';

/** The records of students with what they lack to graduate, by student. For a snapshot. */
export async function candidateFigures(
  db: Db,
  institutionId: number,
  studentIds: readonly number[],
): Promise<Map<number, { rule: ProgramRule; figures: RecordFigures; readiness: Readiness }>> {
  const records = await studentRecords(db, { institutionId, studentIds });
  const rules = await programRules(db, institutionId, studentIds);
  const needs = await needsOf(db, institutionId, studentIds);
  return new Map(
    [...rules].map(([id, rule]) => {
      const own = records.get(id)!;
      const figures = recordFigures(own, rule);
      const { required, lastTerms } = needs.get(id)!;
      return [id, { rule, figures, readiness: readinessOf({ records: own, figures, rule, required, lastTerms }) }];
    }),
  );
}

interface Needs {
  id: number;
  required: string[];
  lastTerms: { id: number; name: string }[];
}

/** The compulsory courses with an examination of the last batch of each session, and the terms of the latest session. */
async function needsOf(db: Db, institutionId: number, studentIds: readonly number[]): Promise<Map<number, Needs>> {
  const rows = await query<Needs>(db)`
    select u.id::bigint as id, coalesce(r.codes, '[]') as required, coalesce(t.terms, '[]') as "lastTerms"
    from unnest(${sql.param([...studentIds])}::bigint[]) u (id)
    cross join lateral (select json_agg(distinct c.code) as codes from (
        select distinct on (e.session_id) e.batch_id from enrolments e
        where (e.institution_id, e.student_id) = (${institutionId}, u.id)
        order by e.session_id, e.from_date desc, e.id desc) e
      join course_offerings o on (o.institution_id, o.batch_id) = (${institutionId}, e.batch_id) and not o.is_carry_over
      join courses c on (c.institution_id, c.id) = (${institutionId}, o.course_id)
        and c.elective_group is null and not c.no_exam offset 0) r
    cross join lateral (select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position) as terms
      from terms t where (t.institution_id, t.session_id) = (${institutionId}, (
        select e.session_id from enrolments e where (e.institution_id, e.student_id) = (${institutionId}, u.id)
        order by e.from_date desc, e.id desc limit 1)) offset 0) t`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a student has to have done. */
interface Candidate {
  records: readonly RecordTerm[];
  figures: RecordFigures;
  rule: Pick<ProgramRule, 'isFinalClass' | 'className' | 'designations' | 'unitsRequired' | 'passMark'>;
  /** Codes of the compulsory courses of all batches that the student was in. */
  required: readonly string[];
  /** The terms of the student's latest session. */
  lastTerms: readonly { id: number; name: string }[];
}

interface Readiness {
  isReady: boolean;
  /** Why not, each a sentence without its full stop. */
  reasons: string[];
  /** Codes of courses that are still to be passed. */
  outstanding: string[];
}

/**
 * Whether a student has done everything to graduate, from published and imported results alone. With grade points: each
 * compulsory course of the batches, and each course ever failed, has been passed; the units and the lowest class of the
 * designations are reached. With averages: each term of the last session is published, and its mean reaches the pass
 * mark. The exact values decide, never rounded ones.
 */
export function readinessOf(candidate: Candidate): Readiness {
  const { records, figures, rule } = candidate;
  const reasons: string[] = [];
  if (!rule.isFinalClass) reasons.push(`${rule.className ?? 'No class'} is not the final class`);
  if (records.length === 0)
    return { isReady: false, reasons: [...reasons, 'No results are published'], outstanding: [] };
  const open = records.flatMap(({ courses }) => courses.filter(({ status }) => isUnsettled(status)));
  const passed = new Set(attemptsOfRecord(records).flatMap((one) => (one.passed ? [String(one.course)] : [])));
  const unsettled = [...new Set(open.map(({ code }) => code))].filter((code) => !passed.has(code));
  if (unsettled.length > 0) reasons.push(`No final result in ${unsettled.join(', ')}`);
  const found = figures.system === 'gpa' ? byGradePoints(candidate, passed, new Set(unsettled)) : byAverages(candidate);
  reasons.push(...found.reasons);
  return { isReady: reasons.length === 0, reasons, outstanding: [...new Set([...unsettled, ...found.outstanding])] };
}

function byGradePoints(
  { records, figures, rule, required }: Candidate,
  passed: ReadonlySet<string>,
  unsettled: ReadonlySet<string>,
) {
  const reasons: string[] = [];
  const taken = new Set(records.flatMap(({ courses }) => courses.map(({ code }) => code)));
  const exempt = new Set(
    records.flatMap(({ courses }) => courses.flatMap(({ code, status }) => (status === 'exempt' ? [code] : []))),
  );
  const failed = figures.repeats.filter((code) => !unsettled.has(code));
  const missing = [...new Set(required)].filter((code) => !passed.has(code) && !taken.has(code) && !exempt.has(code));
  if (failed.length > 0) reasons.push(`Not passed: ${failed.join(', ')}`);
  if (missing.length > 0) reasons.push(`No result in ${missing.join(', ')}`);
  if (rule.unitsRequired !== null && figures.unitsPassed < rule.unitsRequired)
    reasons.push(`${countOf(figures.unitsPassed, 'unit')} passed of ${rule.unitsRequired} required`);
  const lowest = rule.designations.at(-1);
  if (figures.overall && lowest && !isWithin(figures.overall, lowest.from, lowest.upTo)) {
    const limit = fraction(lowest.from, 100);
    const side = lowest.upTo ? 'above' : 'below';
    reasons.push(`CGPA of ${shownBeside(figures.overall, limit)} is ${side} ${shown(limit)} (${lowest.name})`);
  }
  return { reasons, outstanding: [...failed, ...missing] };
}

function byAverages({ records, rule, lastTerms }: Candidate) {
  const reasons: string[] = [];
  const published = new Set(records.flatMap(({ termId }) => termId ?? []));
  const waiting = lastTerms.filter(({ id }) => !published.has(id));
  if (records.length > 0 && waiting.length > 0)
    reasons.push(`No published result of ${waiting.map(({ name }) => name).join(', ')}`);
  const ofSession = records.filter(({ termId }) => lastTerms.some(({ id }) => id === termId));
  const average = meanOfAverages(ofSession.length > 0 ? ofSession : records);
  const limit = fraction(rule.passMark, 100);
  if (average && !reaches(average, rule.passMark))
    reasons.push(`Average of ${shownBeside(average, limit)} is below the pass mark of ${shown(limit)}`);
  return { reasons, outstanding: [] as string[] };
}
