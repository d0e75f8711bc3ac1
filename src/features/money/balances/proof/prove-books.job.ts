import { sql } from 'drizzle-orm';
import { render, type Database, type Tx, query } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { holdersOf, notify } from '#kernel/notify.ts';
import type { Difference } from './check-books.ts';
import { settleBeside } from '#features/money/payments/settling/settle-beside.ts';
import { runChecks } from './checks.ts';
import { bookProofs } from './proof.schema.ts';

/** After the fines of the night. */
export const proveBooksNightly: Job<{ database: Database }> = {
  queue: 'balances.prove',
  cron: '45 2 * * *',
  work: ({ database }) => proveBooksEverywhere(database),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'balances.prove': true;
  }
}

/** The most differences that are kept and shown: one already means that somebody has to look. */
const shown = 50;

/** Settles what stands side by side, compares every sum with its rows, in each institution, and tells the bursary where they differ. */
export async function proveBooksEverywhere(database: Database): Promise<void> {
  const rows = await database.anonymous(
    (tx) => query<{ id: number }>(tx, render)`select institution_id as id from akada_institutions_with_books()`,
  );
  for (const { id } of rows) {
    await database.asSystem([id], (tx) => settleBeside(tx, id));
    const differences = await database.asSystem([id], async (tx) => {
      await tx.execute(sql`set local statement_timeout = '10min'`);
      const found = await runChecks(tx);
      await keep(tx, id, found);
      return found;
    });
    for (const { what, id: of, stored, counted } of differences.slice(0, shown))
      process.emitWarning(
        `The books of institution ${id} differ: ${what} ${of} is ${stored}, its rows give ${counted}.`,
      );
  }
}

async function keep(tx: Tx, institutionId: number, found: Difference[]): Promise<void> {
  const proof = { differenceCount: found.length, differences: found.slice(0, shown), checkedAt: sql`now()` };
  await tx
    .insert(bookProofs)
    .values({ institutionId, ...proof })
    .onConflictDoUpdate({ target: [bookProofs.institutionId], set: proof });
  if (found.length === 0) return;
  await notify(tx, {
    institutionId,
    to: holdersOf(institutionId, 'ledger.close'),
    kind: 'balances.differ',
    title: `The books differ in ${found.length} ${found.length === 1 ? 'place' : 'places'}`,
    body: 'A total doesn’t match its rows. Open the fees overview to see where, and tell your ICT administrator.',
    href: `/money?institution_id=${institutionId}`,
  });
}
