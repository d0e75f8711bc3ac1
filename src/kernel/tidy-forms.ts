import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Files } from './files.ts';
import type { Jobs, Timetable } from './jobs.ts';

/** A draft that nobody came back to is kept so long. */
export const draftDays = 30;
/** A photo whose form was never sent. */
export const waitingPhotoDays = 2;
/** The file of an import that ended, or that nobody went on with. */
export const importDays = 30;

/** Every night what was begun and left goes, and files that are in. */
export async function tidyFormsNightly(
  jobs: Jobs & Timetable,
  database: Database,
  files: Files,
  timeZone: string,
): Promise<void> {
  await jobs.schedule('forms.tidy', { cron: '45 3 * * *', timeZone });
  await jobs.work('forms.tidy', async () => void (await tidyForms(database, files)), { everySeconds: 60 });
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
