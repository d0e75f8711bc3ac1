import { sql } from 'drizzle-orm';
import { anyId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';

const modelNames: Record<string, string> = { student: 'Student', employee: 'Employee' };

/** A dashlet may be about one person, whose name its owner can have written on it. */
export const dashletPersonalData: PersonalData = {
  tables: [
    {
      table: 'dashlets',
      people: ['student', 'employee'],
      namedBy: (entity, ids) =>
        sql`(model_name = ${modelNames[entity] ?? null}::text and model_record = ${anyId(ids)})`,
      section: { omit: 'A shortcut of a colleague to figures about the person, which are exported themselves.' },
      erase: 'delete',
      merge: { how: 'leave', why: 'A card of a merged record shows that the record no longer exists.' },
      retention: { keep: 'Until its owner removes it.' },
    },
  ],
};
