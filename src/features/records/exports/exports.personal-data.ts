import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { exportFileDays } from './export-state.ts';

/** Whom a file is about stands only in the file, so an erasure deletes all of the institution: they are made again. */
export const exportPersonalData: PersonalData = {
  tables: [
    {
      table: 'export_files',
      people: ['student', 'employee', 'guardian'],
      namedBy: () => sql`true`,
      section: { omit: 'Lists of many people that someone downloads; the data itself is exported.' },
      erase: 'delete',
      files: ['file_id'],
      merge: { how: 'leave', why: 'The file is deleted within a day.' },
      retention: { days: exportFileDays, job: 'exports.tidy' },
    },
  ],
};
