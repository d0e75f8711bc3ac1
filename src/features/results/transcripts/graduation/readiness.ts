import { isUnsettled } from '#features/results/assessment/compute/course-result.ts';
import { fraction, isWithin, reaches } from '#features/results/assessment/compute/fraction.ts';
import { shown, shownBeside } from '#features/results/assessment/compute/fraction-text.ts';
import {
  attemptsOfRecord,
  meanOfAverages,
  type RecordFigures,
} from '#features/results/results/record/record-figures.ts';
import type { ProgramRule } from '#features/results/results/record/program-rules.queries.ts';
import type { RecordTerm } from '#features/results/results/record/student-records.ts';
import { countOf } from '#ui/format.ts';

/** What a student has to have done. */
export interface Candidate {
  records: readonly RecordTerm[];
  figures: RecordFigures;
  rule: Pick<ProgramRule, 'isFinalClass' | 'className' | 'designations' | 'unitsRequired' | 'passMark'>;
  /** Codes of the compulsory courses of all batches that the student was in. */
  required: readonly string[];
  /** The terms of the student's latest session. */
  lastTerms: readonly { id: number; name: string }[];
}

export interface Readiness {
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
