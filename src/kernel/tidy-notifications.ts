import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Jobs, Timetable } from './jobs.ts';

/** A notification that was read is kept so long; one that nobody has read stays. */
export const keptDays = 90;

/** Every night what was read long ago goes. */
export async function tidyNightly(jobs: Jobs & Timetable, database: Database, timeZone: string): Promise<void> {
  await jobs.schedule('notifications.tidy', { cron: '30 3 * * *', timeZone });
  await jobs.work('notifications.tidy', async (_, signal) => void (await tidyNotifications(database, signal)), {
    everySeconds: 60,
  });
}

/** Some thousands a transaction, so that nobody waits for it. */
export async function tidyNotifications(database: Database, signal?: AbortSignal): Promise<number> {
  let all = 0;
  for (;;) {
    signal?.throwIfAborted();
    const gone = await database.anonymous(async (tx) => {
      const answer = await tx.execute<{ gone: number }>(sql`select akada_tidy_notifications(${keptDays}) as gone`);
      return answer.rows[0]!.gone;
    });
    if (gone === 0) return all;
    all += gone;
  }
}
