import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { terms } from '../structure.schema.ts';

/** The terms of a session in which a course can be taught, or one of them. */
export const termsOf = (db: Db, institutionId: number, sessionId: number, position?: number) =>
  db
    .select({ position: terms.position, name: terms.name })
    .from(terms)
    .where(
      and(
        eq(terms.institutionId, institutionId),
        eq(terms.sessionId, sessionId),
        position === undefined ? undefined : eq(terms.position, position),
      ),
    )
    .orderBy(asc(terms.position));
