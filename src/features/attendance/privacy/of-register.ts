import { sql, type SQL } from 'drizzle-orm';
import type { PlaceOfMove } from '#kernel/personal-data/in-session.ts';

/** Rows `t` of registers in a session. */
export const ofRegister = ({ institutionId, sessionId }: PlaceOfMove): SQL =>
  sql`exists (select from attendance_registers r join terms n on (n.institution_id, n.id) = (r.institution_id, r.term_id)
    where r.institution_id = ${institutionId} and r.id = t.register_id and n.session_id = ${sessionId})`;
