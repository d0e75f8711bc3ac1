import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const keep = 'As long as the books: what a sold pin opened. After an erasure it names an anonymous record.';

/** Result pins belong to the student whose result they opened. Tries of pins are deleted after 90 days. */
export const pinPersonalData: PersonalData = {
  tables: [
    {
      table: 'pins',
      people: ['student'],
      section: {
        title: 'Result pins',
        order: 64,
        rows: ({ institutionId, personId }) => sql`
          select lpad(p.serial::text, 8, '0') as "Serial number", k.name as "Type", p.used_at::date::text as "First used",
            p.views_used as "Views"
          from pins p join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
          where p.institution_id = ${institutionId} and p.student_id = ${personId} order by p.serial`,
      },
      erase: { keep },
      merge: {
        how: 'move',
        one: 'result pin',
        many: 'result pins',
        undo: { keys: ['serial'], words: 'the result pins' },
      },
      retention: { keep },
    },
  ],
};
