import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { holdersOf, notify } from '#kernel/notify.ts';

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'loans.remind': true;
  }
}

/** Tells the library which books are late. */
export const remindOverdue: Job<{ database: Database }, { institutionId: number }> = {
  queue: 'loans.remind',
  work: ({ database }, { institutionId }) =>
    database.asSystem([institutionId], async (tx) => {
      const { rows } = await tx.execute<{ late: number }>(sql`select count(*)::int as late from book_loans
        where institution_id = ${institutionId} and returned_on is null and due_on < now()`);
      if (rows[0]!.late === 0) return;
      await notify(tx, {
        institutionId,
        to: holdersOf(institutionId, 'loans.edit'),
        kind: 'loans.late',
        href: '/loans?state=out',
        title: rows[0]!.late === 1 ? '1 book is late' : `${rows[0]!.late} books are late`,
      });
    }),
};
