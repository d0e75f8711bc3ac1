import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';

/** How long tries with their addresses are kept. */
const tryDays = 90;

/** Forgets secrets of expired pins, and old tries. */
export const tidyPins: Job<{ database: Database }> = {
  queue: 'pins.tidy',
  cron: '25 3 * * *',
  work: ({ database }) => database.anonymous((tx) => tx.execute(sql`select akada_tidy_pins(${tryDays})`)),
};
