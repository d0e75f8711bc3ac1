import { render, type Database, query } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { notifyOfNotices } from './notify-of-notices.ts';

/** Notices that were published for a later day are announced at seven in its morning. */
export const announceNoticesDaily: Job<{ database: Database }> = {
  queue: 'notices.announce',
  cron: '*/5 * * * *',
  work: ({ database }) => announceDue(database),
};

export async function announceDue(database: Database): Promise<void> {
  const rows = await database.anonymous((tx) => query<{ id: number }>(tx, render)`select akada_notices_due() as id`);
  for (const { id } of rows) await database.asSystem([id], (tx) => notifyOfNotices(tx, id));
}
