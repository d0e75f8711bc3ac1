import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';

/** Keeps the counts of students short: a change adds a row, and this puts the rows of a batch together. */
export const settleCounts: Job<{ database: Database }> = {
  queue: 'structure.settleCounts',
  cron: '*/5 * * * *',
  work: ({ database }) => database.anonymous((tx) => tx.execute(sql`select akada_settle_counts()`)),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'structure.settleCounts': true;
  }
}
