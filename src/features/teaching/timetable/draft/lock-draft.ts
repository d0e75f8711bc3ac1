import { sql } from 'drizzle-orm';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { maySeeTimetable } from '../timetable.policy.ts';

export interface LockedTimetable {
  institutionId: number;
  id: number;
  name: string;
  sessionId: number;
  termPosition: number | null;
  revision: number;
  isPublished: boolean;
}

/** Locks a version, so that those who edit it come one after the other. */
export async function lockTimetable(tx: Tx, actor: Actor, timetableId: number): Promise<LockedTimetable> {
  const within = institutionsWhere(actor, ...maySeeTimetable);
  const [row] = await query<LockedTimetable>(
    tx,
    sql`select institution_id as "institutionId", id::int as id, name, session_id::int as "sessionId",
        term_position as "termPosition", revision, published_at is not null as "isPublished"
      from timetables where institution_id = any (${sql.param(within)}::int[]) and id = ${timetableId} for no key update`,
  );
  if (!row) throw new NotFound('timetable');
  return row;
}

/** The same for an edit: a published version stays as it is. */
export async function lockDraft(tx: Tx, actor: Actor, timetableId: number): Promise<LockedTimetable> {
  const found = await lockTimetable(tx, actor, timetableId);
  allow(actor, 'timetable.edit', found.institutionId);
  if (found.isPublished)
    throw new Conflict(`${found.name} is published, so it stays as it is. Copy it, and edit the copy.`);
  return found;
}

/** Counts a change of a version; those who have it open see it. Returns the new revision. */
export async function countChange(
  tx: Tx,
  { institutionId, id }: Pick<LockedTimetable, 'institutionId' | 'id'>,
): Promise<number> {
  const [row] = await query<{ revision: number }>(
    tx,
    sql`update timetables set revision = revision + 1 where (institution_id, id) = (${institutionId}, ${id}) returning revision`,
  );
  return row!.revision;
}
