import { sql } from 'drizzle-orm';
import { query, render, type Database } from '../database.ts';
import type { Files } from '../files.ts';
import type { Job } from './jobs.ts';

/** How long an abandoned draft is kept. */
export const draftDays = 30;
/** A photo whose form was never submitted. */
export const waitingPhotoDays = 2;
/** The file of a finished or abandoned import. */
export const importDays = 30;

/** Deletes abandoned forms and the files of finished imports, every night. */
export const tidyFormsNightly: Job<{ database: Database; files: Files }> = {
  queue: 'forms.tidy',
  cron: '45 3 * * *',
  work: ({ database, files }) => tidyForms(database, files),
};

declare module './queues.ts' {
  interface Queues {
    'forms.tidy': true;
  }
}

/** Deletes the files after their rows; returns how many. */
export async function tidyForms(database: Database, files: Files): Promise<number> {
  const rows = await database.anonymous((tx) =>
    query<{ stored: string }>(
      tx,
      render(sql`select akada_tidy_forms(${draftDays}, ${waitingPhotoDays}) as stored
      union all select akada_tidy_imports(${importDays})`),
    ),
  );
  for (const { stored } of rows) await files.discard(stored);
  return rows.length;
}
