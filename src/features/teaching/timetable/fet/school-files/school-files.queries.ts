import { sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf, query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { SchoolNames, StoredFile } from './describe-file.ts';

export interface SchoolChoices extends SchoolNames {
  sessions: { id: number; name: string }[];
}

const mine = (actor: Actor) => isOneOf(sql`f.institution_id`, institutionsWhere(actor, 'timetable.edit'));

export async function findFile(db: Db, actor: Actor, fileId: number): Promise<StoredFile> {
  const [row] = await query<StoredFile>(
    db,
    sql`select f.id::int as id, f.institution_id as "institutionId", f.file_name as "fileName", f.problem
      from fet_files f where ${mine(actor)} and f.id = ${fileId}`,
  );
  if (!row) throw new NotFound('file');
  return row;
}

/** What names of a file can be here, in statements that are issued at once. */
export async function schoolOfFile(db: Db, actor: Actor, fileId: number): Promise<SchoolChoices> {
  const from = sql`fet_files f where ${mine(actor)} and f.id = ${fileId}`;
  const here = (column: ReturnType<typeof sql>) => sql`${column} = (select f.institution_id from ${from})`;
  const [sessions, courses, teachers, batches, rooms] = await Promise.all([
    query<SchoolChoices['sessions'][number]>(
      db,
      sql`select y.id::int as id, y.name from academic_sessions y where ${here(sql`y.institution_id`)} and y.closed_at is null
        order by y.is_current desc, y.starts_on desc`,
    ),
    query<SchoolNames['courses'][number]>(
      db,
      sql`select c.id::int as id, c.code, c.title from courses c where ${here(sql`c.institution_id`)} and c.retired_at is null
        order by c.title, c.id`,
    ),
    query<SchoolNames['teachers'][number]>(
      db,
      sql`select e.id::int as id, e.first_name as "firstName", e.surname, e.employee_number as number from employees e
        where ${here(sql`e.institution_id`)} and e.left_on is null and e.merged_into_id is null
        order by e.surname, e.first_name, e.id`,
    ),
    query<SchoolNames['batches'][number]>(
      db,
      sql`select b.id::int as id, b.name, b.session_id::int as "sessionId" from batches b
        join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        where ${here(sql`b.institution_id`)} and b.closed_at is null and y.closed_at is null
        order by y.is_current desc, b.name, b.id`,
    ),
    query<SchoolNames['rooms'][number]>(
      db,
      sql`select r.id::int as id, r.name from rooms r where ${here(sql`r.institution_id`)} and r.retired_at is null
        order by r.name, r.id`,
    ),
  ]);
  return { sessions, courses, teachers, batches, rooms };
}
