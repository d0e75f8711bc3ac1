import type { Job } from '#kernel/jobs/jobs.ts';
import { checkRows } from './work/check-rows.job.ts';
import type { ImportServices } from './work/import-work.ts';
import { workInTurn } from './reader/turns.ts';
import { runRows } from './work/run-rows.job.ts';
import { undoRows } from './work/undo-rows.job.ts';
import type { ImportJob } from './kinds/kind.ts';

type Work = typeof runRows;

/** A job that resumes after a crash and runs one at a time per institution. */
const importJob = (
  queue: 'imports.check' | 'imports.run' | 'imports.undo',
  work: Work,
): Job<ImportServices, ImportJob> => ({
  queue,
  atOnce: 2,
  work: (services, job, signal) => workInTurn(job.institutionId, signal, () => work(services, job, signal)),
});

export const importJobs = [
  importJob('imports.check', checkRows),
  importJob('imports.run', runRows),
  importJob('imports.undo', undoRows),
];

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'imports.check': true;
    'imports.run': true;
    'imports.undo': true;
  }
}
