import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { literally } from '#kernel/searchable.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import { batches } from '../structure.schema.ts';
import type { BatchRecord } from './batches.queries.ts';

/** The most options for a native select; beyond that the field searches. */
const siblingsShown = 60;

const siblings = (db: Db, actor: Actor, batchId: number, limit: number, found?: SQL) =>
  query<{ id: number; name: string; session: string; courses: number }>(
    db,
    render(sql`
    with others as materialized (
      select b.institution_id, b.id, b.name, b.session_id
      from batches me join batches b on b.institution_id = me.institution_id and b.class_id = me.class_id and b.id <> me.id
      where ${inArray(sql`me.institution_id`, institutionsWhere(actor, 'structure.view'))} and me.id = ${batchId})
    select b.id, b.name, a.name as session,
      (select count(*) from course_offerings o where o.institution_id = b.institution_id and o.batch_id = b.id) as courses
    from others b
    join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
    where exists (select from course_offerings o where o.institution_id = b.institution_id and o.batch_id = b.id)
      and ${found ?? sql`true`}
    order by a.starts_on desc, b.name, b.id limit ${limit}`),
  );

/** Other batches of the same class with courses to copy, latest session first. */
export const siblingsOf = (db: Db, actor: Actor, batchId: number) =>
  bounded(siblingsShown, (limit) => siblings(db, actor, batchId, limit));

/** The same, with a name or session that contains the typed text. */
export async function siblingChoices(db: Db, { actor, q, except }: Choosing): Promise<Choices> {
  const found = sql`b.name || ' ' || a.name ilike ${`%${literally(q)}%`}`;
  const { rows, isMore } = await bounded(choicesShown, async (limit) =>
    except === undefined ? [] : siblings(db, actor, except, limit, found),
  );
  return {
    choices: rows.map((row) => ({ value: String(row.id), label: row.name, hint: row.session })),
    isMore,
  };
}

/** The other open batches of the same class and session. Unlimited: a class has few, and the form changes them. */
export const armsBeside = (
  db: Db,
  { institutionId, id, classId, sessionId }: Pick<BatchRecord, 'institutionId' | 'id' | 'classId' | 'sessionId'>,
) =>
  db
    .select({ id: batches.id, name: batches.name })
    .from(batches)
    .where(
      and(
        eq(batches.institutionId, institutionId),
        eq(batches.classId, classId),
        eq(batches.sessionId, sessionId),
        ne(batches.id, id),
        isNull(batches.closedAt),
      ),
    )
    .orderBy(asc(batches.name), asc(batches.id));
