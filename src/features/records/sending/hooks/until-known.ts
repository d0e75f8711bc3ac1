import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { query, type Database } from '#kernel/database.ts';

/** Milliseconds: together longer than a batch that is being sent usually takes. */
const pauses = [200, 400, 800, 1600, 3000, 3000, 3000];

/**
 * A report can be faster than the answers of the batch in which its message was sent, and few providers bring a report a
 * second time. So while messages are being sent, one about an unknown message waits for them.
 */
export async function untilKnown(
  database: Database,
  institutionId: number,
  apply: () => Promise<boolean>,
): Promise<boolean> {
  if (await apply()) return true;
  for (const milliseconds of pauses) {
    const isSending = await hasUnanswered(database, institutionId);
    if (await apply()) return true;
    if (!isSending) return false;
    await pause(milliseconds);
  }
  return apply();
}

async function hasUnanswered(database: Database, institutionId: number): Promise<boolean> {
  const found = await database.readAsSystem([institutionId], (db) =>
    query(db, sql`select 1 from outbox where institution_id = ${institutionId} and state = 'sending' limit 1`),
  );
  return found.length > 0;
}
