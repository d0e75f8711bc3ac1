import { systemActor } from '#kernel/actor.ts';
import { render, type Database, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { approveHost } from './decide-host.ts';

export const approveHostsHourly: Job<{ database: Database }> = {
  queue: 'site.hosts',
  cron: '7 * * * *',
  work: ({ database }) => approveHosts(database),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'site.hosts': true;
  }
}

/** Approves host names after 24 hours if there is no group administrator; all owners have been notified. */
export async function approveHosts(database: Database): Promise<void> {
  const rows = await database.anonymous(
    (tx) =>
      query<{ institutionId: number; host: string }>(tx, render)`
      select institution_id as "institutionId", host from akada_hosts_due()`,
  );
  for (const due of rows)
    await database
      .asSystem([due.institutionId], (tx) => approveHost(tx, systemActor(due.institutionId, 'Akada'), due, 'time'))
      .catch((error) => {
        // Another institution has just been given the name.
        if (!(error instanceof ValidationError)) throw error;
      });
}
