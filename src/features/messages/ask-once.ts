import type { SQL } from 'drizzle-orm';
import { rows, unprepared, type Db } from '#kernel/database.ts';

/** Runs a statement whose text is hardly used twice: it depends on the rules and the fields of a message. */
export async function askOnce<Row>(db: Db, query: SQL): Promise<Row[]> {
  const { values, ...statement } = unprepared(query);
  return rows<Row>(db, statement, values);
}
