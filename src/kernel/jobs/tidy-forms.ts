import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import type { Files } from '../files.ts';
import type { Job } from './jobs.ts';

/** A draft that nobody came back to is kept so long. */
export const draftDays = 30;
/** A photo whose form was never sent. */
export const waitingPhotoDays = 2;
/** The file of an import that ended, or that nobody went on with. */
export const importDays = 30;

/** Every night, forms that were begun and left are deleted, and the files of finished imports. */
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

/** The files go once their rows have; returns how many. */
export async function tidyForms(database: Database, files: Files): Promise<number> {
  const { rows } = await database.anonymous((tx) =>
    tx.execute<{ stored: string }>(sql`select akada_tidy_forms(${draftDays}, ${waitingPhotoDays}) as stored
      union all select akada_tidy_imports(${importDays})`),
  );
  for (const { stored } of rows) await files.discard(stored);
  return rows.length;
}
