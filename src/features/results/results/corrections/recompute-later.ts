import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import { sessionResultsOf } from '../term-results/session-results.queries.ts';
import { refigure } from './compute/correct-card.ts';
import { rankAgain } from './compute/rank-again.ts';
import { withFigures } from './compute/with-figures.ts';
import {
  currentResults,
  publishedClass,
  rankedOf,
  unpublishedOfClass,
  type ClassPlace,
  type CurrentResult,
} from './published-class.queries.ts';
import { asMember, ruleOf, settingOf, type Replacement } from './setting.ts';

/**
 * Later published terms of the corrected students: their cumulatives in the session, the CGPAs of all later terms. Where
 * the last term goes by the session, its class is ranked again; other positions are by the term alone.
 */
export async function recomputeLater(
  db: Db,
  { institutionId, termId }: ClassPlace,
  changed: readonly CurrentResult[],
  corrected: ReadonlyMap<number, PublishedCard>,
): Promise<Replacement[]> {
  const ids = sql.param(changed.map(({ studentId }) => studentId));
  const later = await currentResults(
    db,
    institutionId,
    sql`r.student_id = any (${ids}::bigint[]) and r.term_id <> ${termId}
      and exists (select from terms n join academic_sessions z on (z.institution_id, z.id) = (n.institution_id, n.session_id)
        where n.institution_id = r.institution_id and n.id = ${termId}
          and case when z.id = y.id then t.position > n.position
            else r.content ->> 'layout' = 'college' and y.starts_on > z.starts_on end)`,
  );
  const instead = new Map([...corrected].map(([studentId, { courses }]) => [`${studentId} ${termId}`, courses]));
  const replacements: Replacement[] = [];
  for (const [laterTerm, rows] of Map.groupBy(later, (row) => row.termId)) {
    const rule = ruleOf(rows[0]!);
    const members = rows.map(asMember);
    // A college has few later terms.
    // oxlint-disable-next-line no-await-in-loop
    const before = await sessionResultsOf(db, { institutionId, termId: laterTerm }, { scheme: rule, members }, instead);
    const cards = new Map(
      rows.map((row) => {
        const { content, studentId } = row;
        return [
          studentId,
          refigure(content, content.courses, settingOf(before, ruleOf(row), studentId, content)),
        ] as const;
      }),
    );
    // oxlint-disable-next-line no-await-in-loop
    const ranked = rule.goesBy === 'session' ? await rankClasses(db, institutionId, rows, cards) : null;
    for (const { row, card } of ranked ?? rows.map((one) => ({ row: one, card: cards.get(one.studentId)! })))
      if (!isDeepStrictEqual(card, row.content)) replacements.push({ ...row, corrected: card });
  }
  return replacements;
}

/** The classes of corrected cards that go by the session, everybody in them ranked again. */
async function rankClasses(
  db: Db,
  institutionId: number,
  rows: readonly CurrentResult[],
  cards: ReadonlyMap<number, PublishedCard>,
): Promise<{ row: CurrentResult; card: PublishedCard }[]> {
  const [{ termId, content }] = rows as [CurrentResult];
  const rule = ruleOf({ content });
  const places = await query<{ batchId: number; classId: number }>(
    db,
    sql`select id::int as "batchId", class_id::int as "classId" from batches where institution_id = ${institutionId}
      and id = any (${sql.param([...new Set(rows.map(({ batchId }) => batchId))])}::bigint[]) order by id`,
  );
  const groups = rule.ranksClass ? [...new Map(places.map((place) => [place.classId, place])).values()] : places;
  const courseIds = new Set([...cards.values()].flatMap(({ courses }) => courses.map(({ id }) => id)));
  const ranked: { row: CurrentResult; card: PublishedCard }[] = [];
  for (const group of groups) {
    const place = { institutionId, termId, ...group };
    // A correction concerns one class, or very few.
    // oxlint-disable-next-line no-await-in-loop
    const current = await publishedClass(db, place);
    // oxlint-disable-next-line no-await-in-loop
    const others = await unpublishedOfClass(db, place, rule, new Set(current.map(({ studentId }) => studentId)));
    const cardOf = (row: CurrentResult) => cards.get(row.studentId) ?? row.content;
    const rank = (of: (row: CurrentResult) => PublishedCard) =>
      rankAgain(
        [...current.map((row) => rankedOf({ ...row, content: of(row) }, rule, courseIds)), ...others],
        courseIds,
        rule,
      );
    const [then, now] = [rank((row) => row.content), rank(cardOf)];
    for (const row of current)
      ranked.push({ row, card: withFigures(cardOf(row), then.get(row.studentId)!, now.get(row.studentId)!) });
  }
  return ranked;
}
