import { sql } from 'drizzle-orm';
import { filled, prepared, query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';

const institution = sql.placeholder('institutionId');

const revision = prepared(sql`
  select (select coalesce(string_agg(c.id::text, ' ' order by c.id), '')
    from structure_changes c where c.institution_id = ${institution}) || '/' || i.xmin::text as revision
  from institutions i where i.id = ${institution}`);

/**
 * A text that changes with every commit that changes the institution's settings, structure or counts of students
 * (docs/decisions/0028). Send this before the queries of what is cached under it.
 */
export async function revisionOf(db: Db, institutionId: number): Promise<string> {
  const [row] = await query<{ revision: string }>(db, filled(revision, { institutionId }));
  if (!row) throw new NotFound('institution');
  return row.revision;
}
