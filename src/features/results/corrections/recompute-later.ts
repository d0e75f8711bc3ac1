import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import { sessionResultsOf } from '../term-results/session-results.queries.ts';
import { refigure } from './compute/correct-card.ts';
import { currentResults, type ClassPlace, type CurrentResult } from './published-class.queries.ts';
import { asMember, ruleOf, settingOf, type Replacement } from './setting.ts';

/**
 * Later published terms of the corrected students: their cumulatives in the session, the CGPAs of all later terms.
 * Positions there are by the term alone, so nobody else is affected.
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
    for (const row of rows) {
      const { content, studentId } = row;
      const card = refigure(content, content.courses, settingOf(before, ruleOf(row), studentId, content));
      if (!isDeepStrictEqual(card, content)) replacements.push({ ...row, corrected: card });
    }
  }
  return replacements;
}
