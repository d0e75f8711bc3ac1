import { listName } from '#ui/format.ts';
import { promotionText, type CardCourse, type ReportCard } from '../cards/card-promotion.ts';
import { averageOf, courseGrade, isPassed, markOf, positionOf } from '../cards/card-texts.ts';
import type { CourseHead } from '../term-results/pinned-courses.queries.ts';

interface AnnualCell {
  /** Totals by term; null without one. */
  terms: (string | null)[];
  cumulative: string | null;
  grade: string | null;
  passed: boolean | null;
}

interface AnnualRow {
  batch: string;
  name: string;
  number: string;
  /** By the order of the courses; null for a course that the student does not take. */
  cells: (AnnualCell | null)[];
  /** Averages by term. */
  averages: (string | null)[];
  cumulative: string | null;
  inBatch: string | null;
  inClass: string | null;
  /** What follows the session, once it is approved. */
  decision: string | null;
}

/** A class at the end of its session: every term, the cumulative and what follows. */
export interface AnnualBroadsheet {
  terms: string[];
  courses: CourseHead[];
  rows: AnnualRow[];
  ranksBatch: boolean;
  ranksClass: boolean;
}

/** From the cards of the session's last term, which say the terms before; in the order of the cards. */
export function annualBroadsheet(cards: readonly ReportCard[]): AnnualBroadsheet {
  const courses = [
    ...new Map(
      cards
        .flatMap((card) => card.courses)
        .map(({ id, code, title, units }): [number, CourseHead] => [id, { id, code, title, units }]),
    ).values(),
  ].toSorted((a, b) => a.title.localeCompare(b.title) || a.id - b.id);
  const [longest] = cards.toSorted((a, b) => b.earlierTerms.length - a.earlierTerms.length);
  return {
    terms: longest ? [...longest.earlierTerms, longest.term] : [],
    courses,
    rows: cards.map((card) => rowOf(card, courses)),
    ranksBatch: cards.some(({ summary }) => summary.inBatch),
    ranksClass: cards.some(({ summary }) => summary.inClass),
  };
}

function rowOf(card: ReportCard, courses: readonly CourseHead[]): AnnualRow {
  const { student, summary, batch, promotion } = card;
  const byCourse = new Map(card.courses.map((course) => [course.id, course]));
  return {
    batch,
    name: listName(student),
    number: student.number,
    cells: courses.map(({ id }) => cellOf(byCourse.get(id))),
    averages: [...summary.earlier, summary.average].map(averageOf),
    cumulative: averageOf(summary.cumulative),
    inBatch: positionOf(summary.inBatch),
    inClass: positionOf(summary.inClass),
    decision: promotion ? promotionText(promotion) : null,
  };
}

function cellOf(course: CardCourse | undefined): AnnualCell | null {
  if (!course) return null;
  return {
    terms: [...course.earlier, course.total].map(markOf),
    cumulative: averageOf(course.cumulative),
    grade: courseGrade(course),
    passed: isPassed(course),
  };
}
