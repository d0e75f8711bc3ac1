import { sql } from 'drizzle-orm';
import { importDays } from '#kernel/jobs/tidy-forms.ts';
import { momentText } from '#kernel/personal-data/data-section.ts';
import { bySubject } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { eraseImportFiles } from './erasure/erase-imports.ts';
import { eraseImportMentions } from './erasure/erase-mentions.ts';

const people = ['student', 'employee', 'guardian'] as const;
const retention = { days: importDays, job: 'forms.tidy' } as const;

/** What imports changed of a person, and the uploaded files. */
export const importPersonalData: PersonalData = {
  tables: [
    {
      table: 'imports',
      people,
      namedBy: () => sql`false`,
      section: { omit: 'A file names many people. The section Imports lists the files that changed the record.' },
      erase: eraseImportFiles,
      eraseMentions: eraseImportMentions,
      merge: { how: 'leave', why: 'A file stays as it was uploaded.' },
      retention,
    },
    {
      table: 'import_changes',
      people,
      namedBy: bySubject('entity'),
      section: {
        title: 'Imports',
        order: 170,
        rows: ({ institutionId, entity, personId }) => sql`
          select coalesce(f.name, i.file_name) as "File", ${momentText('i.finished_at')} as "When",
            case when c.is_new then 'Added' else 'Changed' end as "What", c.fields as "Fields"
          from import_changes c join imports i on (i.institution_id, i.id) = (c.institution_id, c.import_id)
          left join files f on (f.institution_id, f.id) = (i.institution_id, i.file_id)
          where c.institution_id = ${institutionId} and c.entity = ${entity} and c.subject_id = ${personId} order by c.id`,
      },
      erase: 'delete',
      merge: { how: 'leave', why: 'An import is undone on the record that it changed.' },
      retention,
    },
  ],
};
