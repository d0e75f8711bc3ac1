import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { toText } from '#features/results/assessment/compute/fraction-text.ts';
import type { Exact } from '../cards/report-card.ts';
import { programRules } from './program-rules.queries.ts';
import { recordFigures, type RecordFigures } from './record-figures.ts';
import { studentRecords } from './student-records.ts';

/**
 * The records of those of the students who have imported results: these may have come after a card, so its CGPA may lack
 * them. Of everybody else the latest card says the same, and nothing is read.
 */
export async function recordsWithPast(
  db: Db,
  institutionId: number,
  studentIds: readonly number[],
): Promise<Map<number, RecordFigures>> {
  if (studentIds.length === 0) return new Map();
  const found = await query<{ id: number }>(
    db,
    sql`select distinct student_id::int as id from past_terms where institution_id = ${institutionId}
      and student_id = any (${sql.param([...studentIds])}::bigint[])`,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const records = await studentRecords(db, { institutionId, studentIds: ids });
  const rules = await programRules(db, institutionId, ids);
  return new Map(ids.map((id) => [id, recordFigures(records.get(id)!, rules.get(id)!)]));
}

/** The CGPA of a record by the end of a term that is published; null without one. */
export function cgpaAfter({ terms }: RecordFigures, termId: number): Exact | null {
  const value = terms.find(({ record }) => record.termId === termId)?.cumulative?.value;
  return value ? toText(value) : null;
}

/** The CGPA of a whole record. */
export const cgpaOf = ({ system, overall }: RecordFigures): Exact | null =>
  system === 'gpa' && overall ? toText(overall) : null;
