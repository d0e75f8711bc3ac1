import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#kernel/database.ts';
import type { SchemeContent } from '#features/assessment/assessment.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import { sessionResultsOf } from '../term-results/session-results.queries.ts';
import { checkCells } from './check-cells.ts';
import { correctCourses, refigure, type CorrectedCell } from './compute/correct-card.ts';
import { rankAgain } from './compute/rank-again.ts';
import { withFigures } from './compute/with-figures.ts';
import { recomputeLater } from './recompute-later.ts';
import { asMember, ruleOf, settingOf, type Replacement } from './setting.ts';
import {
  publishedClass,
  rankedOf,
  unpublishedOfClass,
  type ClassPlace,
  type CurrentResult,
} from './published-class.queries.ts';

export interface Recomputed {
  /** Term by term, the corrected one first. */
  replacements: Replacement[];
  /** Of what would be published: somebody who agrees has seen exactly this. */
  seen: string;
}

/**
 * What published results become with corrected marks, without writing anything: those of the students themselves, of
 * others in the batch and class whose positions or class figures change, and the students’ later published terms.
 * Everything is computed from what was published. For a snapshot, or behind `awaitTurn`.
 */
export async function recompute(
  db: Db,
  place: ClassPlace,
  cells: readonly CorrectedCell[],
  schemes: ReadonlyMap<number, SchemeContent>,
): Promise<Recomputed> {
  const current = await publishedClass(db, place);
  checkCells(
    current.filter(({ batchId }) => batchId === place.batchId),
    cells,
    schemes,
  );
  const byStudent = Map.groupBy(cells, ({ studentId }) => studentId);
  const changed = current.filter(({ studentId }) => byStudent.has(studentId));
  const rule = ruleOf(changed[0]!);
  const before = await sessionResultsOf(db, place, { scheme: rule, members: changed.map(asMember) });
  const corrected = new Map(
    changed.map(({ studentId, content }) => {
      const courses = correctCourses(content, byStudent.get(studentId)!, schemes);
      return [studentId, refigure(content, courses, settingOf(before, rule, studentId, content))] as const;
    }),
  );
  const courseIds = new Set(cells.map(({ courseId }) => courseId));
  const others = await unpublishedOfClass(db, place, rule, new Set(current.map(({ studentId }) => studentId)));
  const rank = (cardOf: (row: CurrentResult) => PublishedCard) =>
    rankAgain(
      [...current.map((row) => rankedOf({ ...row, content: cardOf(row) }, rule, courseIds)), ...others],
      courseIds,
      rule,
    );
  const cardOf = ({ studentId, content }: CurrentResult) => corrected.get(studentId) ?? content;
  const [then, now] = [rank(({ content }) => content), rank(cardOf)];
  const replacements = current.flatMap((row): Replacement[] => {
    const card = withFigures(cardOf(row), then.get(row.studentId)!, now.get(row.studentId)!);
    return card === row.content || isDeepStrictEqual(card, row.content) ? [] : [{ ...row, corrected: card }];
  });
  replacements.push(...(await recomputeLater(db, place, changed, corrected)));
  return { replacements, seen: digestOf(replacements) };
}

const digestOf = (replacements: readonly Replacement[]): string => {
  const hash = createHash('sha256');
  for (const { number, corrected } of replacements) hash.update(JSON.stringify([number, corrected]));
  return hash.digest('hex');
};
