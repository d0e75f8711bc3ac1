import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { query, render, type Db } from '#kernel/database.ts';

/** A term, `t12`, or the whole of a session, `s3`. */
export const PlaceKey = z.string().regex(/^[ts]\d{1,15}$/, 'Choose a term.');

export interface Place {
  key: string;
  name: string;
  /** The term’s name alone; null for a whole session. */
  term: string | null;
  session: string;
  sessionId: number;
  termId: number | null;
  startsOn: string;
  sessionStartsOn: string;
  isClosed: boolean;
  fees: number;
}

/** The terms of an institution and its sessions as a whole, the latest first. */
export async function placesOf(db: Db, institutionId: number): Promise<Place[]> {
  const rows = await query<Place>(
    db,
    render(sql`
    select p.*, (select count(*)::int from fees f where f.institution_id = ${institutionId}
      and f.session_id = p."sessionId" and f.term_id is not distinct from p."termId" and f.ended_at is null) as fees
    from (
      select 't' || t.id as key, t.name || ', ' || s.name as name,
        t.name as term, s.name as session, s.id as "sessionId", t.id as "termId",
        t.starts_on as "startsOn", s.starts_on as "sessionStartsOn", s.closed_at is not null as "isClosed"
      from terms t join academic_sessions s on (s.institution_id, s.id) = (t.institution_id, t.session_id)
      where t.institution_id = ${institutionId}
      union all
      select 's' || s.id, 'Whole session ' || s.name, null, s.name, s.id, null, s.starts_on, s.starts_on, s.closed_at is not null
      from academic_sessions s where s.institution_id = ${institutionId}) p
    order by p."startsOn" desc, p."termId" nulls last`),
  );
  return rows;
}

/** From the latest term with fees to the term after it. */
export function usualPlaces(places: Place[]): { from: Place | undefined; to: Place | undefined } {
  const terms = places.filter(({ termId }) => termId !== null);
  const from = terms.find(({ fees }) => fees > 0);
  const to = terms.filter(({ startsOn, isClosed }) => from && startsOn > from.startsOn && !isClosed).at(-1);
  return { from, to };
}
