import { isDeepStrictEqual } from 'node:util';
import type {
  CourseOfStudent,
  StudentOfClass,
  StudentResult,
} from '#features/results/assessment/compute/class-results.ts';
import { type Component, isLowBest, repeatsBy, type Band } from '#features/results/assessment/compute/types.ts';
import { bandsOfClass, type ResultsOfClass } from '../term-results/members.queries.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { SessionResults, EarlierResult } from '../term-results/session-results.queries.ts';
import type { CardCourse, CardRule, CardSummary, ReportCard, Exact } from './card-promotion.ts';
import { type Figures, rankAgain, type RankedStudent } from '../corrections/compute/rank-again.ts';
import { courseFigures, exact, ofSession, passedOf, sessionFigures } from './session-figures.ts';
import type { SchemeContent } from '#features/results/assessment/assessment.ts';
import type { CourseResult } from '#features/results/assessment/compute/course-result.ts';
import { type Fraction, toText, fromText } from '#features/results/assessment/compute/fraction.ts';
import { pick } from '#kernel/database.ts';

type CardPlace = Omit<ResultSheet, 'id' | 'institutionId' | 'programId' | 'state'>;

/** The report cards of the students of a batch, by name; of one student with `studentId`. */
export function reportCards(
  found: ResultsOfClass,
  before: SessionResults,
  place: CardPlace,
  studentId?: number,
): ReportCard[] {
  const { scheme, members, results, computedFrom } = found;
  if (!scheme) return [];
  const layout = scheme.system === 'gpa' ? 'college' : 'secondary';
  const { session, term, batch, className, program, nextTermBegins } = place;
  const rule = ruleOf(scheme, place, bandsOfClass(computedFrom));
  const ranks = rule.goesBy === 'session' ? sessionRanks(found, before, rule) : null;
  const studentsInBatch = members.filter(({ batchId }) => batchId === place.batchId).length;
  // A college's card shows the terms before as one figure, the CGPA.
  const codeOf = (course: number) => (found.courses.get(course) ?? before.courses.get(course))!.code;
  const earlierTerms = layout === 'college' ? [] : before.terms.map(({ name }) => name);
  return members.flatMap(({ id, batchId, surname, firstName, middleName, number, gender }, at): ReportCard[] => {
    if (batchId !== place.batchId || (studentId !== undefined && id !== studentId)) return [];
    const [own, from] = [results.students[at]!, computedFrom[at]!];
    const earlier = before.ofStudents.get(id) ?? before.terms.map(() => null);
    const sessionPart = sessionFigures({ rows: own.courses, term: own.term }, earlier, rule, codeOf);
    const shownEarlier = layout === 'college' ? [] : earlier;
    const courses = own.courses.map((row) =>
      courseOf(row, { found, from, batchId, earlier: shownEarlier, rule, ranks: ranks?.get(id) }),
    );
    return [
      {
        layout,
        session,
        term,
        batch,
        className,
        program,
        earlierTerms,
        nextTermBegins,
        courses,
        student: { id, surname, firstName, middleName, number, gender },
        components: componentsOf(from),
        summary: summaryOf(ranks ? { ...own, ...ranks.get(id)! } : own, sessionPart, {
          rule,
          courses,
          studentsInBatch,
        }),
        gradeKey: [...from.bands],
        traits: scheme.traits.map(({ name }) => name),
        rule,
      },
    ];
  });
}

function courseOf(
  { course, units, result, inBatch, inClass }: CourseOfStudent,
  {
    found,
    from,
    batchId,
    earlier,
    rule,
    ranks,
  }: {
    found: ResultsOfClass;
    from: StudentOfClass;
    batchId: number;
    earlier: (EarlierResult | null)[];
    rule: CardRule;
    ranks: Figures | undefined;
  },
): CardCourse {
  const { code, title } = found.courses.get(course)!;
  const { components, entries, bands, passMark } = from.registrations.find((one) => one.course === course)!;
  const figures = found.results.ofBatches.get(batchId)?.get(course);
  const { status, grade, points, remark, passed } = result;
  const ofTerm = !rule.ranksCourses ? null : rule.ranksBatch || !rule.ranksClass ? inBatch : inClass;
  const { earlier: before, cumulative } = courseFigures(course, result, earlier, rule);
  return {
    id: course,
    code,
    title,
    units,
    parts: components.map(({ key }) => key),
    entries,
    status,
    total: exact(result.total),
    grade,
    points,
    remark,
    passed,
    earlier: before,
    cumulative,
    ...ofSession(cumulative, { bands: bands ?? from.bands, passMark }, rule),
    passMark,
    position: ranks ? ranks.courses.get(course)!.position : ofTerm,
    average: exact(figures?.average ?? null),
    highest: exact(figures?.highest ?? null),
    lowest: exact(figures?.lowest ?? null),
    ...(bands && bands !== from.bands && { bands: [...bands] }),
  };
}

function summaryOf(
  { term, inBatch, inClass, notRanked }: Pick<StudentResult, 'term' | 'inBatch' | 'inClass' | 'notRanked'>,
  session: ReturnType<typeof sessionFigures>,
  { rule, courses, studentsInBatch }: { rule: CardRule; courses: CardCourse[]; studentsInBatch: number },
): CardSummary {
  return {
    counted: term.counted,
    passed: passedOf(courses, term, rule),
    sum: toText(term.sum),
    average: exact(term.average),
    inBatch: rule.ranksBatch ? inBatch : null,
    inClass: rule.ranksClass ? inClass : null,
    notRanked,
    studentsInBatch,
    ...session,
  };
}

/** One heading for a part of several courses, as far as they agree on it. */
export function partOf(key: string, same: readonly [Component, ...Component[]]): ReportCard['components'][number] {
  const [{ name, maximum, weight, group }] = same;
  if (!same.every((one) => one.maximum === maximum && one.weight === weight && isDeepStrictEqual(one.group, group)))
    return { key, name, maximum: null };
  return { key, name, maximum, ...(weight !== undefined && { weight }), ...(group && { group }) };
}

/** The parts of all courses of a student, each once, in the order of the first course that has it. */
function componentsOf({ registrations }: StudentOfClass): ReportCard['components'] {
  const all = registrations.flatMap(({ components }) => components);
  return [...Map.groupBy(all, ({ key }) => key)].map(([key, same]) => {
    return partOf(key, same as [Component, ...Component[]]);
  });
}

/** What the scheme says of a card of this term; by the bands few points are good. */
export function ruleOf(
  scheme: SchemeContent,
  { isLastTerm }: Pick<ResultSheet, 'isLastTerm'>,
  bands: readonly Band[] = [],
): CardRule {
  const { system } = scheme;
  return {
    ...pick(scheme, 'system', 'cumulative', 'weights', 'ranksBatch', 'ranksClass', 'ranksCourses', 'minimumCourses'),
    repeats: repeatsBy(scheme.repeats, bands),
    ...(isLastTerm && system === 'average' && scheme.lastTerm === 'cumulative' && { goesBy: 'session' }),
    ...(system === 'average' &&
      scheme.aggregateOf && { aggregate: { of: scheme.aggregateOf, best: isLowBest(bands) ? 'low' : 'high' } }),
    ...(system === 'gpa' && isLowBest(bands) && { best: 'low' }),
    ...(system === 'gpa' && scheme.gpaForm && scheme.gpaForm !== 'round2' && { gpaForm: scheme.gpaForm }),
  };
}

const valueOf = (exact: Exact | null): Fraction | null => (exact === null ? null : fromText(exact));

/** The students of a class with their results of the session until now, in the order of the members. */
export const rankedBySession = (
  { members, results }: ResultsOfClass,
  before: SessionResults,
  rule: CardRule,
): RankedStudent[] =>
  members.map(({ id, batchId }, at) => {
    const { courses, term, notRanked } = results.students[at]!;
    const earlier = before.ofStudents.get(id) ?? [];
    // Averages have no codes.
    const { cumulative } = sessionFigures({ rows: courses, term }, earlier, rule, String);
    const cumulatives = courses.map(
      ({ course, result }) => [course, valueOf(courseFigures(course, result, earlier, rule).cumulative)] as const,
    );
    return {
      studentId: id,
      batchId,
      value: notRanked ? null : valueOf(cumulative),
      courses: new Map<number, CourseResult>(courses.map(({ course, result }) => [course, result])),
      cumulatives: new Map(cumulatives),
    };
  });

/** Positions by the result of the session, in the class and in each course, by student. */
const sessionRanks = (found: ResultsOfClass, before: SessionResults, rule: CardRule): Map<number, Figures> =>
  rankAgain(rankedBySession(found, before, rule), found.courses.keys(), rule);
