import { sql, type SQL } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { EndingSession, UnfinishedWork } from '#kernel/contracts/unfinished-work.ts';
import { query, type Db } from '#kernel/database.ts';
import { countOf } from '#ui/format.ts';

/** What a session leaves unfinished: '3 mark sheets not published', with a few names. */
export interface Unfinished {
  kind: string;
  what: string;
  examples: string[];
  more: number;
  /** The page to finish it on; null without permission. */
  href: string | null;
}

/** All kinds of which there is something. Sends its queries at once. */
export async function unfinishedIn(
  db: Db,
  actor: Actor,
  works: readonly UnfinishedWork[],
  session: EndingSession,
): Promise<Unfinished[]> {
  const counted = await Promise.all(works.map((work) => countNamed(db, work.found(session))));
  return works.flatMap(({ kind, one, many, href, may }, at) => {
    const { count, examples } = counted[at]!;
    if (count === 0) return [];
    const isOpen = may.some((permission) => can(actor, permission, session.institutionId));
    return {
      kind,
      what: countOf(count, one, many),
      examples,
      more: count - examples.length,
      href: isOpen ? href(session) : null,
    };
  });
}

/** How many rows a query with a column `name` has, and the first three names. */
async function countNamed(db: Db, found: SQL): Promise<{ count: number; examples: string[] }> {
  const [row] = await query<{ count: number; examples: string[] }>(
    db,
    sql`select count(*)::int as count, coalesce((array_agg(name order by name))[1:3], '{}') as examples from (${found}) f`,
  );
  return row!;
}
