import { sql } from 'drizzle-orm';
import { rows, type Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
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
    tx.execute<{ id: number }>(sql`select institution_id as id from akada_institutions_with_papers()`),
  );
  for (const { id } of found.rows)
    await database.asSystem([id], async (tx) => {
      const read = <Result extends object>(text: string, values: unknown[]) => rows<Result>(tx, { text }, values);
      const { problems } = await verifyPapers(read as never, secret, id);
      if (problems.length === 0) return;
      await notify(tx, {
        ...{ institutionId: id, to: holdersOf(id, 'transcripts.issue'), kind: 'transcripts.changed' },
        title: 'Issued papers were changed outside Akada',
        body: problems.slice(0, 5).join(' '),
      });
    });
}
