import { sql, type SQL } from 'drizzle-orm';
import type { PlaceOfMove } from '#kernel/personal-data/in-session.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';

/** Rows `t` of a session, by the column that leads to it. */
export const ofSession = ({ sessionId }: PlaceOfMove): SQL => sql`t.session_id = ${sessionId}`;

export const ofTerm = ({ institutionId, sessionId }: PlaceOfMove): SQL =>
  sql`t.term_id in (select n.id from terms n where n.institution_id = ${institutionId} and n.session_id = ${sessionId})`;

export const ofOffering = ({ institutionId, sessionId }: PlaceOfMove): SQL =>
  sql`t.offering_id in (select o.id from course_offerings o
    join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
    where o.institution_id = ${institutionId} and b.session_id = ${sessionId})`;

interface Use {
  singular: string;
  plural?: string;
  count: SQL;
}

/**
 * Refuses to delete a record in use, with counts and what to do instead: 'JSS 1 A has 38 students. Close it instead.'
 */
export async function refuseInUse(tx: Tx, name: string, uses: Use[], instead: string): Promise<void> {
  const counts = sql.join(
    uses.map(({ count }, at) => sql`(${count}) as ${sql.identifier(`n${at}`)}`),
    sql`, `,
  );
  const answer = await query<Record<string, number>>(tx, render)`select ${counts}`;
  const row = answer[0]!;
  const found = uses
    .map(({ singular, plural = `${singular}s` }, at) => ({
      words: Number(row[`n${at}`]) === 1 ? `1 ${singular}` : `${Number(row[`n${at}`])} ${plural}`,
      n: Number(row[`n${at}`]),
    }))
    .filter(({ n }) => n > 0)
    .map(({ words }) => words);
  if (found.length === 0) return;
  const list = found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1)}` : found[0];
  throw new ValidationError('form', `${name} has ${list}. ${instead}`);
}
