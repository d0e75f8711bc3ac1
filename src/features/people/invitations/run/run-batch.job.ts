import type { Database } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { runBatch, type BatchJob } from './run-batch.ts';

export const runBatchJob: Job<{ database: Database }, BatchJob> = {
  queue: 'invitations.run',
  work: ({ database }, job, signal) => runBatch(database, job, signal),
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'invitations.run': true;
  }
}
