import { decimals } from '#features/results/assessment/hundredths.ts';
import { listName } from '#ui/format.ts';
import { averageOf, gpaOf, courseGrade, courseTotal, isPassed, markOf, positionOf } from '../cards/card-texts.ts';
import type { CardCourse, ReportCard } from '../cards/report-card.ts';
import type { CourseHead } from '../term-results/pinned-courses.queries.ts';
import { notRankedWords, stateWords, type ShownState } from '../term-results/shown-results.ts';
import type { Broadsheet, BroadsheetCell, BroadsheetRow } from './broadsheet.ts';

/** The broadsheet of a published sheet: what was published, by the order of the cards. */
export function publishedBroadsheet(cards: readonly ReportCard[]): Broadsheet {
  const taken = cards.flatMap(({ courses }) => courses);
  const courses = [
    ...new Map(
      taken.map(({ id, code, title, units }): [number, CourseHead] => [id, { id, code, title, units }]),
    ).values(),
  ].toSorted((a, b) => a.title.localeCompare(b.title) || a.id - b.id);
  const anyOf = new Map(taken.map((course) => [course.id, course]));
  const rows = cards.map((card) => rowOf(card, courses));
  const figure = (label: string, textOf: (course: CardCourse) => string | null) => ({
    label,
    values: courses.map(({ id }) => textOf(anyOf.get(id)!)),
  });
  const occurring = new Set(taken.map(({ status }) => status));
  return {
    system: cards.some(({ layout }) => layout === 'college') ? 'gpa' : 'average',
    ranksBatch: cards.some(({ summary }) => summary.inBatch),
    ranksClass: cards.some(({ summary }) => summary.inClass),
    courses,
    rows,
    figures: [
      figure('Average', ({ average }) => averageOf(average)),
      figure('Highest', ({ highest }) => markOf(highest)),
      figure('Lowest', ({ lowest }) => markOf(lowest)),
    ],
    hasGaps: rows.some(({ cells }) => cells.includes(null)),
    states: (Object.keys(stateWords) as ShownState[]).filter((state) => occurring.has(state)),
  };
}

function rowOf({ student, courses: own, summary, rule }: ReportCard, courses: readonly CourseHead[]): BroadsheetRow {
  const byCourse = new Map(own.map((course) => [course.id, course]));
  const { sum, average, gpa, passed, counted, inBatch, inClass, notRanked } = summary;
  return {
    studentId: student.id,
    name: listName(student),
    number: student.number,
    cells: courses.map(({ id }) => cellOf(byCourse.get(id))),
    sum: counted ? markOf(sum) : null,
    average: averageOf(average),
    units: gpa?.units ?? 0,
    points: gpa?.units ? decimals(gpa.points) : null,
    gpa: gpaOf(gpa?.value ?? null, rule?.gpaForm),
    passed,
    counted,
    inBatch: positionOf(inBatch),
    inClass: positionOf(inClass),
    notRanked: notRanked && notRankedWords[notRanked],
  };
}

function cellOf(course: CardCourse | undefined): BroadsheetCell | null {
  if (!course) return null;
  const state = course.status === 'complete' ? null : course.status;
  return { total: courseTotal(course), grade: courseGrade(course), state, passed: isPassed(course) };
}
