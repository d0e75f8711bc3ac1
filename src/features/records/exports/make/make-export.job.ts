import { render, query } from '#kernel/database.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { exportFileDays } from '../export-state.ts';
import { makeExport, type ExportJob, type ExportServices } from './make-export.ts';

export const makeExportJob: Job<ExportServices, ExportJob> = {
  queue: 'exports.make',
  concurrency: 2,
  work: makeExport,
};

/** Deletes old files, every hour. */
export const tidyExportFiles: Job<ExportServices> = {
  queue: 'exports.tidy',
  cron: '25 * * * *',
  work: async ({ database, files }) => {
    const rows = await database.anonymous(
      (tx) => query<{ stored: string }>(tx, render)`select akada_tidy_export_files(${exportFileDays}) as stored`,
    );
    for (const { stored } of rows) await files.discard(stored);
  },
};

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'exports.make': true;
    'exports.tidy': true;
  }
}
