import { academicRecord, attemptsOf, designationOf } from '#features/results/assessment/compute/academic-record.ts';
import type { Cgpa } from '#features/results/assessment/compute/cgpa.ts';
import type { CourseResult } from '#features/results/assessment/compute/course-result.ts';
import { mean, zero, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { fromText } from '#features/results/assessment/compute/fraction-text.ts';
import type { AcademicStanding } from '#features/results/assessment/compute/probation.ts';
import type { GpaForm } from '#features/results/assessment/compute/types.ts';
import type { CourseOfTerm, TermResult } from '#features/results/assessment/compute/term-result.ts';
import type { ProgramRule } from './program-rules.queries.ts';
import type { RecordCourse, RecordTerm } from './student-records.ts';

/** A term of a record with what is worked out from it and the terms before. */
export interface FiguredTerm {
  record: RecordTerm;
  term: TermResult;
  /** The figures reached by its end; grade points alone. */
  cumulative: Cgpa | null;
  /** Codes of the courses to be repeated. */
  repeats: string[];
  academicStanding: AcademicStanding | null;
}

export interface RecordFigures {
  system: 'average' | 'gpa';
  terms: FiguredTerm[];
  /** All together: the CGPA, or the mean of the averages of the terms. Exact. */
  overall: Fraction | null;
  units: number;
  unitsPassed: number;
  /** Hundredths of a grade point. */
  points: number;
  repeats: string[];
  designation: string | null;
  /** How the CGPA is written: as by the last term that was published here, else by the scheme of now. */
  gpaForm: GpaForm | null;
}

/**
 * A student's record as a transcript says it. The system is that of the latest term: in a record with both, terms with
 * averages have no part in the CGPA, nor the others in the mean.
 */
export function recordFigures(
  records: readonly RecordTerm[],
  rule: Pick<ProgramRule, 'repeats' | 'probation' | 'designations'> & Partial<Pick<ProgramRule, 'system' | 'gpaForm'>>,
): RecordFigures {
  const system = records.at(-1)?.system ?? rule.system ?? 'average';
  const courses = records.map((record) => record.courses.map(courseOfTerm));
  const own = records.map((record) => record.system === system);
  const figured = academicRecord(
    courses.filter((_, at) => own[at]),
    {
      repeats: rule.repeats,
      repeatsOf: records.filter((_, at) => own[at]).map(({ repeats }) => repeats),
      probation: system === 'gpa' ? rule.probation : null,
    },
  );
  const isGpa = system === 'gpa';
  let next = 0;
  const terms = records.map((record, at): FiguredTerm => {
    const found = own[at] ? figured[next++]! : academicRecord([courses[at]!], { ...rule, probation: null })[0]!;
    const { term, cumulative, carryOvers, academicStanding } = found;
    return {
      record,
      term,
      academicStanding,
      cumulative: isGpa && own[at] ? cumulative : null,
      repeats: isGpa && own[at] ? carryOvers.map(({ course }) => String(course)) : [],
    };
  });
  const last = figured.at(-1);
  const overall = isGpa ? (last?.cumulative.value ?? null) : meanOfAverages(records.filter((_, at) => own[at]));
  return {
    system,
    terms,
    overall,
    repeats: terms.at(-1)?.repeats ?? [],
    units: isGpa ? (last?.cumulative.units ?? 0) : 0,
    unitsPassed: isGpa ? (last?.cumulative.unitsPassed ?? 0) : 0,
    points: isGpa ? (last?.cumulative.points ?? 0) : 0,
    gpaForm: records.findLast(({ gpaForm }, at) => own[at] && gpaForm !== null)?.gpaForm ?? rule.gpaForm ?? null,
    designation: overall && (designationOf(overall, rule.designations, system)?.name ?? null),
  };
}

/** Courses are the same over terms by their code. */
const courseOfTerm = ({ code, units, ...rest }: RecordCourse): CourseOfTerm => ({
  course: code,
  units,
  result: resultOf(rest),
});

const resultOf = ({ status, total, grade, points, passed }: Omit<RecordCourse, 'code' | 'units'>): CourseResult => ({
  status,
  grade,
  points,
  passed,
  remark: null,
  // Old results can have a grade alone: their units and points count, and nothing reads the total.
  total: total !== null ? fromText(total) : points !== null ? zero : null,
});

/** The mean of the terms’ averages, which an old term may have without courses; terms without one do not count. */
export const meanOfAverages = (records: readonly RecordTerm[]): Fraction | null =>
  mean(records.flatMap(({ average }) => (average === null ? [] : [fromText(average)])));

/** All attempts of a record in the order of its terms. */
export const attemptsOfRecord = (records: readonly RecordTerm[]) =>
  records.flatMap(({ courses }) => attemptsOf(courses.map(courseOfTerm)));
