import type { Database } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import type { Job } from '#kernel/jobs/jobs.ts';
import { tidyApplications } from './tidy-applications.ts';

/** At night, when nobody reviews. */
export const tidyApplicationsNightly: Job<{ database: Database; files: Files }> = {
  queue: 'admissions.tidy',
  cron: '45 2 * * *',
  work: ({ database, files }) => tidyApplications(database, files),
};
