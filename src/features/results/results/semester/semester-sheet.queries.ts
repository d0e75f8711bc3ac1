import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, type Db } from '#kernel/database.ts';
import { cardsOf } from '../cards/cards.queries.ts';
import { publishedOfSheet } from '../publication/published-sheet.queries.ts';
import { recordFigures } from '../record/record-figures.ts';
import { studentRecords } from '../record/student-records.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import { semesterSheetOf, type SemesterSheet } from './semester-sheet.ts';

const Place = z.object({
  below: z.number().nullable(),
  withdrawalAfter: z.number().nullable(),
  year: z.number(),
  position: z.number(),
});
type Place = z.infer<typeof Place>;

/** The semester result sheet: of what was published, else of the marks as they are now. For a snapshot. */
export async function findSemesterSheet(db: Db, sheet: ResultSheet): Promise<SemesterSheet> {
  const { institutionId, classId, termId } = sheet;
  const cards =
    sheet.state === 'published'
      ? (await publishedOfSheet(db, sheet)).map(({ card }) => card)
      : (await cardsOf(db, sheet)).cards;
  const [place] = await query(
    db,
    sql`select p.probation_below as below, p.withdrawal_after as "withdrawalAfter",
      extract(year from y.starts_on)::int as year, t.position
    from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    join terms t on (t.institution_id, t.id) = (c.institution_id, ${termId})
    join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
    where c.institution_id = ${institutionId} and c.id = ${classId}`,
    Place,
  );
  const { below, withdrawalAfter, year, position } = place!;
  if (below === null) return semesterSheetOf(cards, { probation: null, earlier: new Map() });
  const studentIds = cards.map(({ student }) => student.id);
  const records = await studentRecords(db, { institutionId, studentIds });
  const rule: Parameters<typeof recordFigures>[1] = { repeats: 'all_attempts', probation: null, designations: [] };
  const earlier = new Map(
    [...records].map(([id, terms]) => {
      const before = terms.filter((term) => term.year < year || (term.year === year && term.position < position));
      return [id, recordFigures(before, rule).terms.flatMap(({ cumulative }) => cumulative?.value ?? [])];
    }),
  );
  return semesterSheetOf(cards, { probation: { below, withdrawalAfter }, earlier });
}
