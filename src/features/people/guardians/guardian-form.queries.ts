import { institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { groupsSeen, type FieldGroup, type RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { phoneExample } from '#kernel/phone.ts';
import { fieldsFor, valuesOf } from '#features/records/custom-fields/custom-fields.queries.ts';
import { placeChoices } from '#features/records/geography/geography.queries.ts';
import { wordLists } from '#features/records/lookups/lookups.queries.ts';
import { EditGuardian } from './edit-guardian.ts';
import { religionOf, type GuardianProfile } from './guardian-profile.queries.ts';
import type { GuardianFormProps } from './guardians.pages.ts';
import { groupsOf, guardianGroups } from './guardians.policy.ts';

/** The choices of the form. A new guardian's country defaults to the institution's. */
export async function guardianFormProps(
  db: Db,
  actor: Actor,
  institutionId: number,
  guardian: GuardianProfile | null,
): Promise<GuardianFormProps> {
  const ids = guardian ? [institutionId] : institutionsWhere(actor, 'guardians.edit');
  const groups = guardian ? groupsOf(actor, guardian) : groupsSeen(actor, institutionId, guardianGroups);
  const [place, words, fields, values, religion] = await Promise.all([
    placeChoices(db, guardian ?? { countryId: membershipIn(actor, institutionId)!.countryId }),
    wordLists(db, institutionId, ['religions', 'languages']),
    fieldsFor(db, institutionId, 'guardian', groups),
    guardian ? valuesOf(db, institutionId, 'guardian', guardian.id, groups) : {},
    guardian && groups.includes('religion') ? religionOf(db, actor, guardian.id) : null,
  ]);
  return {
    guardian: guardian && { ...guardian, religion },
    opened:
      guardian &&
      openedOf(EditGuardian, { ...guardian, ...(groups.includes('religion') && { religion }), custom: values }),
    groups,
    institutionId,
    institutions: actor.institutions.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name })),
    phoneExample: phoneExample(membershipIn(actor, institutionId)!.countryId),
    place,
    words,
    custom: { fields, values },
  };
}

/** The restricted groups that a form or tab shows. */
export const restrictedIn = (
  groups: readonly FieldGroup[],
  { fields }: GuardianFormProps['custom'],
): RestrictedGroup[] =>
  groups.filter(
    (group): group is RestrictedGroup =>
      group === 'religion' || (isRestricted(group) && fields.some((field) => field.group === group)),
  );

const isRestricted = (group: FieldGroup): group is RestrictedGroup => group !== 'general';
