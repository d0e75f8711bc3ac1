import { sql } from 'drizzle-orm';

/**
 * After the name of a batch `b` of the session `y`, where a report means the one students are in now: by a batch that
 * all have left it is empty.
 */
export const nobodyNow = sql`case when y.is_current or exists (select from students s
  where (s.institution_id, s.batch_id) = (b.institution_id, b.id)) then '' else ' (nobody now)' end`;
