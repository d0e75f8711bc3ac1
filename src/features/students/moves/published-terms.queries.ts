import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, rowsOf, type Db } from '#kernel/database.ts';

/** The terms of a batch whose results are published: who joins it now has none of them. */
export const publishedTerms = (db: Db, actor: Actor, batchId: number): Promise<{ term: string }[]> =>
  rowsOf<{ term: string }>(
    db,
    sql`select term from published_batches
      where ${isOneOf(sql`institution_id`, institutionsWhere(actor, 'students.assignBatch'))} and batch_id = ${batchId}
      order by position`,
  );
