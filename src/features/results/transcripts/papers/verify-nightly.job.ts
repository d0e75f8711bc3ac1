import { sql } from 'drizzle-orm';
import { query, render, type Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { notifyNightly } from '#features/results/results/verification/notify-nightly.ts';
import { verifyPapers } from './verify-papers.ts';

/** Compares issued papers with their seals every night, and tells those with `transcripts.issue` what was changed. */
export const verifyPapersNightly: Job<{ database: Database; secret: Buffer }> = {
  queue: 'transcripts.verify',
  cron: '50 3 * * *',
  work: ({ database, secret }) => verifyAllPapers(database, secret),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'transcripts.verify': true;
  }
}

export async function verifyAllPapers(database: Database, secret: Buffer): Promise<void> {
  const found = await database.anonymous((tx) =>
    query<{ id: number }>(tx, render(sql`select institution_id as id from akada_institutions_with_papers()`)),
  );
  for (const { id } of found)
    await database.asSystem([id], (tx) =>
      notifyNightly(tx, id, {
        verify: () => verifyPapers(tx, secret, id),
        to: 'transcripts.issue',
        kind: 'transcripts.changed',
        title: 'Issued papers were changed outside Akada',
      }),
    );
}
