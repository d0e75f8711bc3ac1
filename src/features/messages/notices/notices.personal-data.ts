import { sql } from 'drizzle-orm';
import { anyId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Letters on paper. Notices name nobody. */
export const noticePersonalData: PersonalData = {
  tables: [
    {
      table: 'letter_files',
      people: ['student', 'guardian'],
      namedBy: (entity, ids) => sql`letter_id in (select c.letter_id from letter_copies c
        where c.institution_id = letter_files.institution_id and c.${sql.identifier(`${entity}_id`)} = ${anyId(ids)})`,
      section: { omit: 'Printed letters to many people; the letters to the person are exported.' },
      // A page cannot be taken out of a file, so the file goes; it is printed again in a moment.
      erase: 'delete',
      files: ['file_id'],
      merge: { how: 'leave', why: 'The file is deleted within a day.' },
      retention: { days: 1, job: 'notices.tidyLetterFiles' },
    },
    {
      table: 'letter_copies',
      people: ['student', 'guardian'],
      section: {
        title: 'Letters',
        order: 191,
        rows: ({ institutionId, entity, personId }) => sql`
          select l.day::text as "Day", c.name as "To", c.subject as "Subject", c.body as "Text"
          from letter_copies c join letters l on (l.institution_id, l.id) = (c.institution_id, c.letter_id)
          where c.institution_id = ${institutionId} and c.${sql.identifier(`${entity}_id`)} = ${personId} order by l.id, c.place`,
      },
      erase: 'delete',
      merge: { how: 'move', one: 'letter', many: 'letters' },
      retention: { keep: 'As long as the institution: the list shows what was sent.' },
    },
  ],
};
