import { sql } from 'drizzle-orm';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

/** Who was invited together: ids only, names are read from the records. */
export const invitationPersonalData: PersonalData = {
  tables: [
    {
      table: 'bulk_invitations',
      people: ['employee', 'guardian'],
      namedBy: (entity, ids) => sql`entity = ${entity} and people && ${sql.param(ids)}::bigint[]`,
      section: { omit: 'The invitation itself is in the person’s history.' },
      erase: { keep: 'Numbers of records without a name.' },
      merge: { how: 'leave', why: 'It says who was invited then.' },
      retention: { keep: 'As long as the audit log, which names the same invitations.' },
    },
  ],
};
