import { institutionsInView, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { query, type Db } from '#kernel/database.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { sql } from 'drizzle-orm';

/** What follows a session is said from results, and changes where students are: who sees it may do both. */
export const institutionsOfPromotion = (actor: Actor, wanted?: number): number[] => {
  const seeing = new Set(institutionsWhere(actor, 'results.view'));
  return institutionsInView(actor, wanted, 'students.changeStatus').filter((id) => seeing.has(id));
};

export interface SessionChoice {
  id: number;
  institutionId: number;
  name: string;
  startsOn: string;
  isCurrent: boolean;
  isClosed: boolean;
  /** The one that begins next after it. */
  next: { id: number; name: string; isCurrent: boolean } | null;
}

/** The sessions of the first institution in view that the actor may promote in, latest first. */
async function sessionsOfPromotion(db: Db, actor: Actor, wanted?: number): Promise<SessionChoice[]> {
  const [institutionId] = institutionsOfPromotion(actor, wanted);
  if (institutionId === undefined) throw new NotAllowed();
  return sessionsIn(db, institutionId);
}

const sessionsIn = (db: Db, institutionId: number): Promise<SessionChoice[]> =>
  query<SessionChoice>(db)`
    select y.id::bigint as id, y.institution_id as "institutionId", y.name, y.starts_on::text as "startsOn",
      y.is_current as "isCurrent", y.closed_at is not null as "isClosed",
      (select json_build_object('id', n.id, 'name', n.name, 'isCurrent', n.is_current) from academic_sessions n
        where n.institution_id = y.institution_id and n.starts_on > y.starts_on order by n.starts_on, n.id limit 1) as next
    from academic_sessions y where y.institution_id = ${institutionId} order by y.starts_on desc, y.id desc`;

/** A session to change promotions in; its row is locked, so that two who act at once take turns. */
export async function lockSessionOfPromotion(db: Db, actor: Actor, sessionId: number): Promise<SessionChoice> {
  const within = institutionsOfPromotion(actor);
  const [locked] = await query<{ institutionId: number }>(db)`
    select institution_id as "institutionId" from academic_sessions
      where institution_id = any (${sql.param(within)}::int[]) and id = ${sessionId} for no key update`;
  if (!locked) throw new NotFound('academic session');
  return (await sessionsIn(db, locked.institutionId)).find(({ id }) => id === sessionId)!;
}

/** The session asked for; else the last one that another follows and that is not closed, else the current one. */
export async function chosenSession(
  db: Db,
  actor: Actor,
  { institution_id: wanted, session: sessionId }: { institution_id?: number | undefined; session?: number | undefined },
): Promise<{ sessions: SessionChoice[]; session: SessionChoice | null }> {
  const sessions = await sessionsOfPromotion(db, actor, wanted);
  const usual =
    sessions.find(({ next, isClosed }) => next?.isCurrent && !isClosed) ?? sessions.find((one) => one.isCurrent);
  const asked = sessions.find((one) => one.id === sessionId);
  if (sessionId !== undefined && !asked) throw new NotFound('academic session');
  return { sessions, session: asked ?? usual ?? sessions[0] ?? null };
}
