import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database.ts';

/** One person may take so much off debts in a term, for tests that are not about the second person. */
export const letOnePersonGive = (database: Database, institutionId: number, limit = 1_000_000_000_00) =>
  database.asSystem([institutionId], (tx) =>
    tx.execute(sql`insert into fee_settings (institution_id, alone_limit) values (${institutionId}, ${limit})
      on conflict (institution_id) do update set alone_limit = excluded.alone_limit`),
  );
