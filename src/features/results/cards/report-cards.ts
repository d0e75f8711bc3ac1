import type { CourseOfStudent, StudentOfClass, StudentResult } from '#features/assessment/compute/class-results.ts';
import { toText } from '#features/assessment/compute/fraction-text.ts';
import type { SchemeContent } from '#features/assessment/assessment.ts';
import type { ResultsOfClass } from '../term-results/class-results.queries.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { EarlierResult, SessionResults } from '../term-results/session-results.queries.ts';
import type { CardCourse, CardRule, CardSummary, ReportCard } from './report-card.ts';
import { courseFigures, exact, sessionFigures } from './session-figures.ts';

export type CardPlace = Omit<ResultSheet, 'id' | 'institutionId' | 'programId' | 'state'>;

const ruleOf = (scheme: SchemeContent): CardRule => {
  const { system, cumulative, weights, ranksBatch, ranksClass, ranksCourses, minimumCourses, repeats } = scheme;
  return { system, cumulative, weights, ranksBatch, ranksClass, ranksCourses, minimumCourses, repeats };
};

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
  const studentsInBatch = members.filter(({ batchId }) => batchId === place.batchId).length;
  // A college's card shows the terms before as one figure, the CGPA.
  const codeOf = (course: number) => (found.courses.get(course) ?? before.courses.get(course))!.code;
  const earlierTerms = layout === 'college' ? [] : before.terms.map(({ name }) => name);
  return members.flatMap(({ id, batchId, surname, firstName, middleName, number, gender }, at): ReportCard[] => {
    if (batchId !== place.batchId || (studentId !== undefined && id !== studentId)) return [];
    const [own, from] = [results.students[at]!, computedFrom[at]!];
    const earlier = before.ofStudents.get(id) ?? before.terms.map(() => null);
    const sessionPart = sessionFigures({ rows: own.courses, term: own.term }, earlier, scheme, codeOf);
    const shownEarlier = layout === 'college' ? [] : earlier;
    const courses = own.courses.map((row) => courseOf(row, { found, from, batchId, earlier: shownEarlier, scheme }));
    return [
      {
        ...{ layout, session, term, batch, className, program, earlierTerms, nextTermBegins, courses },
        student: { id, surname, firstName, middleName, number, gender },
        components: componentsOf(from),
        summary: summaryOf(own, sessionPart, { scheme, studentsInBatch }),
        gradeKey: [...from.bands],
        traits: scheme.traits.map(({ name }) => name),
        rule: ruleOf(scheme),
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
    scheme,
  }: {
    found: ResultsOfClass;
    from: StudentOfClass;
    batchId: number;
    earlier: (EarlierResult | null)[];
    scheme: SchemeContent;
  },
): CardCourse {
  const { code, title } = found.courses.get(course)!;
  const { components, entries, bands } = from.registrations.find((one) => one.course === course)!;
  const figures = found.results.ofBatches.get(batchId)?.get(course);
  const { status, grade, points, remark, passed } = result;
  return {
    ...{ id: course, code, title, units, parts: components.map(({ key }) => key), entries },
    ...{ status, total: exact(result.total), grade, points, remark, passed },
    ...courseFigures(course, result, earlier, scheme),
    position: scheme.ranksCourses ? (scheme.ranksBatch || !scheme.ranksClass ? inBatch : inClass) : null,
    average: exact(figures?.average ?? null),
    highest: exact(figures?.highest ?? null),
    lowest: exact(figures?.lowest ?? null),
    ...(bands && bands !== from.bands && { bands: [...bands] }),
  };
}

function summaryOf(
  { term, inBatch, inClass, notRanked }: StudentResult,
  session: ReturnType<typeof sessionFigures>,
  { scheme, studentsInBatch }: { scheme: SchemeContent; studentsInBatch: number },
): CardSummary {
  return {
    ...{ counted: term.counted, passed: term.passed, sum: toText(term.sum), average: exact(term.average) },
    inBatch: scheme.ranksBatch ? inBatch : null,
    inClass: scheme.ranksClass ? inClass : null,
    ...{ notRanked, studentsInBatch },
    ...session,
  };
}

/** The parts of all courses of a student, each once, in the order of the first course that has it. */
function componentsOf({ registrations }: StudentOfClass): ReportCard['components'] {
  const all = registrations.flatMap(({ components }) => components);
  return [...Map.groupBy(all, ({ key }) => key)].map(([key, same]) => {
    const [{ name, maximum }] = same as [(typeof same)[0]];
    return { key, name, maximum: same.every((one) => one.maximum === maximum) ? maximum : null };
  });
}
