import { asc, eq, inArray, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';

/** The institutions the actor can view, with their main details. */
export const listInstitutions = (db: Db, actor: Actor) =>
  db
    .select({
      id: institutions.id,
      name: institutions.name,
      kind: institutions.kind,
      city: institutions.city,
      session: sql<
        string | null
      >`(select a.name from academic_sessions a where a.institution_id = institutions.id and a.is_current)`,
      batches: sql<number>`(select count(*) from batches b join academic_sessions a on (a.institution_id, a.id) = (b.institution_id, b.session_id)
        where b.institution_id = institutions.id and a.is_current)`,
    })
    .from(institutions)
    .where(inArray(institutions.id, institutionsWhere(actor, 'institutions.view')))
    .orderBy(asc(institutions.name));
export type InstitutionRow = Awaited<ReturnType<typeof listInstitutions>>[number];

/** The settings of an institution. */
export const institutionSettings = async (db: Db, institutionId: number) => {
  const [row] = await db
    .select({
      id: institutions.id,
      name: institutions.name,
      shortName: institutions.shortName,
      kind: institutions.kind,
      motto: institutions.motto,
      establishedYear: institutions.establishedYear,
      address: institutions.address,
      city: institutions.city,
      phone: institutions.phone,
      email: institutions.email,
      accent: institutions.accent,
      logoFileId: institutions.logoFileId,
      currency: institutions.currency,
      timeZone: institutions.timeZone,
      admissionNumberPattern: institutions.admissionNumberPattern,
      employeeNumberPattern: institutions.employeeNumberPattern,
      terminology: institutions.terminology,
      requireSecondFactor: institutions.requireSecondFactor,
    })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  if (!row) throw new NotFound('institution');
  return row;
};
export type InstitutionSettings = Awaited<ReturnType<typeof institutionSettings>>;
