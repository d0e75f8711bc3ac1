import { systemActor, type Actor } from '#kernel/actor.ts';
import type { Visit } from '#features/school/site/public/react-pages.ts';

/** Applicants have no account: what they do is recorded under this name. */
const name = 'The applicant';

/** Acts for an applicant in one institution, with its country and clock. */
export function applicantActor({ place, site }: Visit): Actor {
  const actor = systemActor(place.institutionId, name);
  const { countryId, currency, name: school, timeZone } = site;
  const institution = { ...actor.institutions[0]!, currency, name: school, timeZone, countryId: countryId ?? 'NG' };
  return { ...actor, institutions: [institution] };
}
