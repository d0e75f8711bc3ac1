import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { holdersOf, notify } from '#kernel/notify.ts';

interface Nightly {
  verify: () => Promise<{ problems: string[] }>;
  /** Anchors what is not yet, of an institution without a problem. */
  start?: () => Promise<void>;
  to: 'results.publish' | 'transcripts.issue';
  kind: string;
  title: string;
}

/**
 * Tells of problems that are found twice: what is published between two reads of a verification looks like one.
 */
export async function notifyNightly(tx: Tx, institutionId: number, nightly: Nightly): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  const { problems: first } = await nightly.verify();
  if (first.length === 0) return nightly.start?.();
  const again = new Set((await nightly.verify()).problems);
  const problems = first.filter((problem) => again.has(problem));
  if (problems.length === 0) return;
  const { to, kind, title } = nightly;
  await notify(tx, {
    institutionId,
    to: holdersOf(institutionId, to),
    kind,
    title,
    body: problems.slice(0, 5).join(' '),
  });
}
