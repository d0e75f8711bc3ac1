import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';

/** The end of the chain after a publication or correction, with the students of its results, in their order. */
export interface ChainHead {
  of: 'published_results';
  number: number;
  /** Hexadecimal. */
  seal: string;
  students: number[];
}

/**
 * For the log, which is sealed itself: a last result that is gone, with the counter set back, is missed there. `from` is
 * the first number of the transaction.
 */
export async function chainHead(tx: Tx, institutionId: number, from: number): Promise<{ sealed?: ChainHead }> {
  const rows = await query<{ seq: number; student: number; seal: string }>(
    tx,
    sql`select seq::int as seq, student_id::int as student, encode(seal, 'hex') as seal from published_results
      where institution_id = ${institutionId} and seq >= ${from} order by seq`,
  );
  const last = rows.at(-1);
  if (!last) return {};
  const students = rows.map(({ student }) => student);
  return { sealed: { of: 'published_results', number: last.seq, seal: last.seal, students } };
}
