import type { Jobs } from '#kernel/jobs.ts';
import { checkRows } from './check-rows.job.ts';
import { workInTurn } from './reader/turns.ts';
import type { ImportJob, Workshop } from './import-work.ts';
import { undoRows } from './undo-rows.job.ts';
import { runRows } from './run-rows.job.ts';

/** Takes up checks and imports, also those that a crash interrupted; of one institution one at a time. */
export async function workOnImports(workshop: Workshop & { jobs: Jobs }): Promise<void> {
  const inTurn =
    (work: typeof runRows) =>
    (job: ImportJob, signal: AbortSignal): Promise<void> =>
      workInTurn(job.institutionId, signal, () => work(workshop, job, signal));
  const options = { atOnce: 2 };
  await workshop.jobs.work<ImportJob>('imports.check', inTurn(checkRows), options);
  await workshop.jobs.work<ImportJob>('imports.run', inTurn(runRows), options);
  await workshop.jobs.work<ImportJob>('imports.undo', inTurn(undoRows), options);
}
