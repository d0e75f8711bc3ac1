import { systemActor } from '#kernel/actor.ts';
import { query, render, type Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { pastAnchors } from '../past/past-fields.ts';
import { startAnchors } from './anchors.ts';
import { notifyNightly } from './notify-nightly.ts';
import { verifyInstitution } from './verify-results.ts';

/** Compares published results with their seals every night, and tells those with `results.publish` what was changed. */
export const verifyResultsNightly: Job<{ database: Database; secret: Buffer }> = {
  queue: 'results.verify',
  cron: '40 3 * * *',
  work: ({ database, secret }) => verifyAll(database, secret),
};

export async function verifyAll(database: Database, secret: Buffer): Promise<void> {
  const found = await database.anonymous(
    (tx) => query<{ id: number }>(tx, render)`select institution_id as id from akada_institutions_with_results()`,
  );
  for (const { id } of found)
    await database.asSystem([id], (tx) =>
      notifyNightly(tx, id, {
        verify: () => verifyInstitution(tx, secret, id),
        start: () => startAnchors(tx, systemActor(id, 'Akada'), id, pastAnchors),
        to: 'results.publish',
        kind: 'results.changed',
        title: 'Published results were changed outside Akada',
      }),
    );
}
