import { eq } from 'drizzle-orm';
import { systemActor, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { institutions } from '#kernel/identity.schema.ts';

/** Applicants have no account: what they do is recorded under this name. */
const name = 'The applicant';

/** Acts for an applicant in one institution, with its country and clock. */
export async function applicantActor(db: Db, institutionId: number): Promise<Actor> {
  const [institution] = await db
    .select({
      countryId: institutions.countryId,
      timeZone: institutions.timeZone,
      currency: institutions.currency,
      name: institutions.name,
    })
    .from(institutions)
    .where(eq(institutions.id, institutionId));
  const actor = systemActor(institutionId, name);
  const { countryId, ...rest } = institution!;
  return { ...actor, institutions: [{ ...actor.institutions[0]!, ...rest, countryId: countryId ?? 'NG' }] };
}
