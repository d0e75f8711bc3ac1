import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { groupsSeen, type RestrictedGroup } from '#kernel/field-groups.ts';
import { phoneExample } from '#kernel/phone.ts';
import { fieldsFor, valuesOf } from '#features/custom-fields/custom-fields.queries.ts';
import { placeChoices } from '#features/geography/geography.queries.ts';
import { wordLists } from '#features/lookups/lookups.queries.ts';
import type { GuardianProfile } from './guardian-profile.queries.ts';
import type { GuardianFormProps } from './guardians.pages.ts';
import { groupsOf, guardianGroups } from './guardians.policy.ts';

/** What the form offers; a new guardian lives in the institution's country until somebody says otherwise. */
export async function guardianFormProps(
  db: Db,
  actor: Actor,
  institutionId: number,
  guardian: GuardianProfile | null,
): Promise<GuardianFormProps> {
  const ids = guardian ? [institutionId] : institutionsWhere(actor, 'guardians.edit');
  const groups = guardian ? groupsOf(actor, guardian) : groupsSeen(actor, institutionId, guardianGroups);
  const [place, words, fields, values] = await Promise.all([
    placeChoices(db, guardian ?? { countryId: membershipIn(actor, institutionId)!.countryId }),
    wordLists(db, institutionId, ['religions', 'languages']),
    fieldsFor(db, institutionId, 'guardian', groups),
    guardian ? valuesOf(db, institutionId, 'guardian', guardian.id, groups) : {},
  ]);
  return {
    guardian,
    institutionId,
    institutions: actor.institutions.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name })),
    place,
    words,
    phoneExample: phoneExample(membershipIn(actor, institutionId)!.countryId),
    custom: { fields, values },
  };
}

/** The restricted groups of which a form or tab shows something. */
export const restrictedIn = ({ fields }: GuardianFormProps['custom']): RestrictedGroup[] => [
  ...new Set(fields.flatMap(({ group }) => (group === 'general' ? [] : [group]))),
];
