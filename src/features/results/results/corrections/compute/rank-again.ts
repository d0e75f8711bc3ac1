import type { CourseResult } from '#features/results/assessment/compute/course-result.ts';
import { courseStatistics } from '#features/results/assessment/compute/class-results.ts';
import { negated, type Fraction } from '#features/results/assessment/compute/fraction.ts';
import { positionsInEach, type Position } from '#features/results/assessment/compute/positions.ts';
import type { CardCourse, CardRule } from '../../cards/card-promotion.ts';
import { exact } from '../../cards/session-figures.ts';

/** Somebody of the class, with what is ranked: the average, that of the session or the GPA; null for those who are not. */
export interface RankedStudent {
  studentId: number;
  batchId: number;
  value: Fraction | null;
  /** Results in the courses that are ranked again. */
  courses: ReadonlyMap<number, CourseResult>;
  /** By course, where positions go by the result of the session. */
  cumulatives?: ReadonlyMap<number, Fraction | null>;
}

type CourseFigures = Pick<CardCourse, 'position' | 'average' | 'highest' | 'lowest'>;

export interface Figures {
  inBatch: Position | null;
  inClass: Position | null;
  courses: ReadonlyMap<number, CourseFigures>;
}

const wholeClass = () => null;

/** The positions of a class, and the figures of some courses, by student. */
export function rankAgain(
  people: readonly RankedStudent[],
  courseIds: Iterable<number>,
  rule: CardRule,
): Map<number, Figures> {
  const batchOf = ({ batchId }: RankedStudent) => batchId;
  const valueOf = ({ value }: RankedStudent) => (value && rule.best === 'low' ? negated(value) : value);
  const [inClass, inBatch] = positionsInEach(people, valueOf, [wholeClass, batchOf]);
  const courses = people.map(() => new Map<number, CourseFigures>());
  const places = new Map(people.map((person, at) => [person, at]));
  for (const course of courseIds) {
    const taking = people.filter((person) => person.courses.has(course));
    const figures = figuresOf(taking, course, rule);
    taking.forEach((person, at) => courses[places.get(person)!]!.set(course, figures[at]!));
  }
  return new Map(
    people.map(({ studentId }, at) => [
      studentId,
      {
        inBatch: rule.ranksBatch ? inBatch![at]! : null,
        inClass: rule.ranksClass ? inClass![at]! : null,
        courses: courses[at]!,
      },
    ]),
  );
}

function figuresOf(taking: readonly RankedStudent[], course: number, rule: CardRule): CourseFigures[] {
  const resultOf = (person: RankedStudent) => person.courses.get(course)!;
  const valueOf = (person: RankedStudent) => {
    const { status, total } = resultOf(person);
    if (status !== 'complete') return null;
    return rule.goesBy === 'session' ? (person.cumulatives?.get(course) ?? null) : total;
  };
  const groupOf = rule.ranksBatch || !rule.ranksClass ? ({ batchId }: RankedStudent) => batchId : wholeClass;
  const [positions] = positionsInEach(taking, valueOf, [groupOf]);
  const statistics = new Map(
    Array.from(
      Map.groupBy(taking, ({ batchId }) => batchId),
      ([batchId, own]) => {
        const { average, highest, lowest } = courseStatistics(own.map(resultOf));
        return [batchId, { average: exact(average), highest: exact(highest), lowest: exact(lowest) }] as const;
      },
    ),
  );
  return taking.map(({ batchId }, at) => ({
    position: rule.ranksCourses ? positions![at]! : null,
    ...statistics.get(batchId)!,
  }));
}
