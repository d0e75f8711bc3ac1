import { and, asc, desc, inArray, sql } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import { type Db, pick } from '#kernel/database.ts';
import { cachedQuery } from '#kernel/database/cached-query.ts';
import { academicSessions, terms } from '../structure.schema.ts';

const columns = pick(academicSessions, 'id', 'institutionId', 'name', 'startsOn', 'endsOn', 'isCurrent', 'closedAt');

/** All academic sessions, latest first. Unlimited, like the session's own list of them. */
const listSessions = (db: Db, actor: Actor, wanted?: number) => sessionRows(db, actor, { wanted }, {});
const sessionRows = cachedQuery((db, actor, { wanted }: { wanted: number | undefined }) =>
  db
    .select({
      ...columns,
      batches: sql<number>`(select count(*) from batches b where b.institution_id = academic_sessions.institution_id and b.session_id = academic_sessions.id)`,
    })
    .from(academicSessions)
    .where(inArray(academicSessions.institutionId, institutionsInView(actor, wanted, 'structure.view')))
    .orderBy(asc(academicSessions.institutionId), desc(academicSessions.startsOn), desc(academicSessions.id)),
);

const listTerms = (db: Db, actor: Actor, wanted?: number) => termRows(db, actor, { wanted }, {});
const termRows = cachedQuery((db, actor, { wanted }: { wanted: number | undefined }) =>
  db
    .select(pick(terms, 'id', 'sessionId', 'name', 'startsOn', 'endsOn', 'isCurrent'))
    .from(terms)
    .where(inArray(terms.institutionId, institutionsInView(actor, wanted, 'structure.view')))
    .orderBy(asc(terms.sessionId), asc(terms.position)),
);
export type TermRow = Awaited<ReturnType<typeof listTerms>>[number];

/** The distinct date ranges of terms in progress today. */
export const termsInProgress = (db: Db, actor: Actor, wanted?: number) =>
  db
    .selectDistinct({ from: terms.startsOn, to: terms.endsOn })
    .from(terms)
    .where(
      and(
        inArray(terms.institutionId, institutionsInView(actor, wanted, 'structure.view')),
        sql`(select (now() at time zone i.time_zone)::date from institutions i where i.id = ${terms.institutionId}) between ${terms.startsOn} and ${terms.endsOn}`,
      ),
    );

type SessionColumns = Awaited<ReturnType<typeof listSessions>>[number];
/** planned → current → closed. */
export type SessionState = 'planned' | 'current' | 'past' | 'closed';
export type SessionRow = SessionColumns & { state: SessionState; terms: TermRow[] };

/** Sessions with their terms. */
export async function sessionsWithTerms(db: Db, actor: Actor, wanted?: number): Promise<SessionRow[]> {
  const [sessions, all] = await Promise.all([listSessions(db, actor, wanted), listTerms(db, actor, wanted)]);
  return sessions.map((session) => ({
    ...session,
    state: stateOf(session, sessions),
    terms: all.filter((term) => term.sessionId === session.id),
  }));
}

/** A session before the current one that isn't closed is past, not planned. */
function stateOf(session: SessionColumns, all: SessionColumns[]): SessionState {
  if (session.isCurrent) return 'current';
  if (session.closedAt) return 'closed';
  const current = all.find((other) => other.isCurrent && other.institutionId === session.institutionId);
  return current && session.startsOn < current.startsOn ? 'past' : 'planned';
}
