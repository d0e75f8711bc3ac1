import { sql } from 'drizzle-orm';
import { query, render, type Database } from '../database.ts';
import type { Job } from './jobs.ts';

/** How long a read notification is kept; unread ones stay. */
export const keptDays = 90;

/** Deletes old read notifications, every night. */
export const tidyNotificationsNightly: Job<{ database: Database }> = {
  queue: 'notifications.tidy',
  cron: '30 3 * * *',
  work: ({ database }, _data, signal) => tidyNotifications(database, signal),
};

declare module './queues.ts' {
  interface Queues {
    'notifications.tidy': true;
  }
}

/** A few thousand per transaction, so that nobody waits for it. */
export async function tidyNotifications(database: Database, signal?: AbortSignal): Promise<number> {
  let all = 0;
  for (;;) {
    signal?.throwIfAborted();
    const gone = await database.anonymous(async (tx) => {
      const answer = await query<{ gone: number }>(
        tx,
        render(sql`select akada_tidy_notifications(${keptDays}) as gone`),
      );
      return answer[0]!.gone;
    });
    if (gone === 0) return all;
    all += gone;
  }
}
