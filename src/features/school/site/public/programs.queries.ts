import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { programs } from '#features/school/structure/structure.schema.ts';
import type { Place } from './place.ts';

/** All programs that are open for applications. */
export const offeredPrograms = (db: Db, { institutionId }: Place) =>
  db
    .select({
      id: programs.id,
      code: programs.code,
      name: programs.name,
      requiresPin: programs.requiresPin,
      applicationFee: programs.applicationFee,
      seats: programs.seats,
      minimumAge: programs.minimumAge,
      classes: sql<string[]>`array(
        select c.name from classes c where (c.institution_id, c.program_id) = (programs.institution_id, programs.id)
        order by c.position, c.id)`,
    })
    .from(programs)
    .where(and(eq(programs.institutionId, institutionId), isNull(programs.retiredAt)))
    .orderBy(asc(programs.name), asc(programs.id));
export type OfferedProgram = Awaited<ReturnType<typeof offeredPrograms>>[number];

/** The first programs, for the home page. */
export const firstPrograms = (db: Db, { institutionId }: Place, most: number) =>
  db
    .select({ id: programs.id, code: programs.code, name: programs.name, requiresPin: programs.requiresPin })
    .from(programs)
    .where(and(eq(programs.institutionId, institutionId), isNull(programs.retiredAt)))
    .orderBy(asc(programs.name), asc(programs.id))
    .limit(most);
