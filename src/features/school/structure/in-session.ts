import { sql, type SQL } from 'drizzle-orm';
import type { PlaceOfMove } from '#kernel/personal-data/in-session.ts';

/** Rows `t` of a session, by the column that leads to it. */
export const ofSession = ({ sessionId }: PlaceOfMove): SQL => sql`t.session_id = ${sessionId}`;

export const ofTerm = ({ institutionId, sessionId }: PlaceOfMove): SQL =>
  sql`t.term_id in (select n.id from terms n where n.institution_id = ${institutionId} and n.session_id = ${sessionId})`;

export const ofOffering = ({ institutionId, sessionId }: PlaceOfMove): SQL =>
  sql`t.offering_id in (select o.id from course_offerings o
    join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
    where o.institution_id = ${institutionId} and b.session_id = ${sessionId})`;
