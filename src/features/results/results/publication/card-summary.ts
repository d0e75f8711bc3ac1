import { sql } from 'drizzle-orm';

/**
 * Joins to published results `r`, as `c`, what a card says besides its courses. The content is unpacked once: each look
 * into it would unpack it again.
 */
export const cardSummary = sql`cross join lateral jsonb_to_record(r.content)
  as c (session text, term text, batch text, layout text, summary jsonb, rule jsonb)`;
