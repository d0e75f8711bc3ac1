import type { Jobs } from '#kernel/jobs.ts';
import { checkRows } from './check-rows.job.ts';
import type { ImportJob, Workshop } from './import-work.ts';
import { runRows } from './run-rows.job.ts';

/** Takes up checks and imports, also those that a crash interrupted. */
export async function workOnImports(workshop: Workshop & { jobs: Jobs }): Promise<void> {
  await workshop.jobs.work<ImportJob>('imports.check', (job, signal) => checkRows(workshop, job, signal));
  await workshop.jobs.work<ImportJob>('imports.run', (job, signal) => runRows(workshop, job, signal));
}
