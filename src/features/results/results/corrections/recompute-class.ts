import type { Db } from '#kernel/database.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import { sessionResultsOf } from '../term-results/session-results.queries.ts';
import { changesOf, type Changes } from './compute/changes.ts';
import { columnsOf, correctCourses, refigure, type CourseRule } from './compute/correct-card.ts';
import { rankAgain } from './compute/rank-again.ts';
import { withFigures } from './compute/with-figures.ts';
import type { SheetRules } from './corrected-sheet.queries.ts';
import { besidePublished, isLate } from './late-results.ts';
import { rankedOf, unpublishedOfClass, type ClassPlace, type CurrentResult } from './published-class.queries.ts';
import { recomputeLater } from './recompute-later.ts';
import { asMember, ruleOf, settingOf, type Replacement } from './setting.ts';

interface Asked {
  place: ClassPlace;
  /** The published results of the class. */
  current: readonly CurrentResult[];
  /** Whose marks or courses change. */
  moved: ReadonlySet<number>;
  changes: Changes;
  rules: SheetRules;
}

/** The cards of a class with corrected marks and courses, in the order of `current`, and later ones of the students. */
export async function recomputeClass(
  db: Db,
  { place, current, moved, changes, rules }: Asked,
): Promise<{ cards: PublishedCard[]; later: Replacement[] }> {
  const changed = current.filter(({ studentId }) => moved.has(studentId));
  const rule = ruleOf(changed[0]!);
  const before = await sessionResultsOf(db, place, { scheme: rule, members: changed.map(asMember) });
  const corrected = new Map(
    changed.map((row) => {
      const { studentId, content } = row;
      const own = changesOf(changes, studentId);
      const ruleOfCourse = (courseId: number) => courseRule(rules, current, row, courseId);
      const courses = correctCourses(content, own, ruleOfCourse);
      const components = own.courses.length > 0 ? columnsOf(content, courses, ruleOfCourse) : content.components;
      return [
        studentId,
        refigure({ ...content, components }, courses, settingOf(before, rule, studentId, { ...content, courses })),
      ] as const;
    }),
  );
  const courseIds = new Set([...changes.cells, ...changes.courses].map(({ courseId }) => courseId));
  const others = await unpublishedOfClass(db, place, rule, new Set(current.map(({ studentId }) => studentId)));
  const rank = (cardOf: (row: CurrentResult) => PublishedCard) =>
    rankAgain(
      [...current.map((row) => rankedOf({ ...row, content: cardOf(row) }, rule, courseIds)), ...others],
      courseIds,
      rule,
    );
  const cardOf = ({ studentId, content }: CurrentResult) => corrected.get(studentId) ?? content;
  const [then, now] = [rank(({ content }) => content), rank(cardOf)];
  const later = await recomputeLater(db, place, changed, corrected);
  if (changes.keepsFigures) {
    const inBatch = current.flatMap((row) => (row.batchId === place.batchId && !isLate(row) ? [row.content] : []));
    return {
      cards: current.map((row) => (isLate(row) ? besidePublished(cardOf(row), inBatch) : row.content)),
      later: later.filter(({ studentId }) => moved.has(studentId)),
    };
  }
  return {
    cards: current.map((row) => withFigures(cardOf(row), then.get(row.studentId)!, now.get(row.studentId)!)),
    later,
  };
}

/** A course as it was called when others of the batch got it published, else as it is called now. */
function courseRule(
  { courses, bandsOf }: SheetRules,
  current: readonly CurrentResult[],
  { batchId, admissionDate }: CurrentResult,
  courseId: number,
): CourseRule {
  const { id, code, title, units, scheme, approvedAt } = courses.get(courseId)!;
  const published = current
    .filter((row) => row.batchId === batchId)
    .flatMap(({ content }) => content.courses.find((course) => course.id === courseId) ?? [])[0];
  return {
    id,
    code: published?.code ?? code,
    title: published?.title ?? title,
    units: published?.units ?? units,
    scheme,
    bands: bandsOf(scheme.scaleId, admissionDate, approvedAt),
  };
}
