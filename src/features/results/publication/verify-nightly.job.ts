import { sql } from 'drizzle-orm';
import { rows, type Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import { verifyInstitution } from './verify-results.ts';

/** Compares published results with their seals every night, and tells those with `results.publish` what was changed. */
export const verifyResultsNightly: Job<{ database: Database; secret: Buffer }> = {
  queue: 'results.verify',
  cron: '40 3 * * *',
  work: ({ database, secret }) => verifyAll(database, secret),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'results.verify': true;
  }
}

export async function verifyAll(database: Database, secret: Buffer): Promise<void> {
  const found = await database.anonymous((tx) =>
    tx.execute<{ id: number }>(sql`select institution_id as id from akada_institutions_with_results()`),
  );
  for (const { id } of found.rows)
    await database.asSystem([id], async (tx) => {
      await tx.execute(sql`set local statement_timeout = '10min'`);
      const read = <Result extends object>(text: string, values: unknown[]) => rows<Result>(tx, { text }, values);
      const { problems } = await verifyInstitution(read as never, secret, id);
      if (problems.length === 0) return;
      await notify(tx, {
        ...{ institutionId: id, to: holdersOf(id, 'results.publish'), kind: 'results.changed' },
        title: 'Published results were changed outside Akada',
        body: problems.slice(0, 5).join(' '),
      });
    });
}
