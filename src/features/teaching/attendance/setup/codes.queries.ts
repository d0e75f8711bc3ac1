import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import type { Code } from '../marks/mark-fields.ts';

/** The institution's own codes, also those that are no longer used. */
export const codesOf = (db: Db, institutionId: number): Promise<Code[]> =>
  query<Code>(
    db,
    sql`select c.id::int as id, c.letters, c.label, c.meaning, c.retired_at is not null as "isRetired"
      from attendance_codes c where c.institution_id = ${institutionId} order by c.label, c.id`,
  );
