import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/field-groups.ts';
import { readPhones } from '#kernel/phone.ts';
import { checkPlace } from '#features/geography/check-place.ts';
import { checkWords } from '#features/lookups/check-words.ts';
import type { employees } from '#features/people/people.schema.ts';
import { employeeLists, ofGroups, type EmployeeFields } from './employee-fields.ts';

interface Checking {
  institutionId: number;
  input: EmployeeFields;
  /** The groups that the actor sees: the fields of others are left out of the answer. */
  groups: readonly FieldGroup[];
  before?: typeof employees.$inferSelect;
}

/** What is written of a form's fields: words as the lists spell them, numbers as E.164, places that belong together. */
export async function checkEmployee(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<Partial<EmployeeFields>> {
  const { countryId } = membershipIn(actor, institutionId)!;
  const isPrivateSeen = groups.includes('private');
  const lists = ofGroups(employeeLists, groups) as typeof employeeLists;
  const words = await checkWords(tx, institutionId, lists, input, before);
  const phones = readPhones(
    input,
    countryId,
    ...(['phone', 'mobile', ...(isPrivateSeen ? ['nextOfKinPhone'] : [])] as ('phone' | 'mobile' | 'nextOfKinPhone')[]),
  );
  if (isPrivateSeen) await checkPlace(tx, input);
  checkDays({ ...before, ...ofGroups(input, groups) });
  return { ...ofGroups(input, groups), ...phones, ...words };
}

type Days = Partial<Pick<typeof employees.$inferSelect, 'birthDate' | 'employedOn' | 'leftOn'>>;

function checkDays({ birthDate, employedOn, leftOn }: Days) {
  if (birthDate && employedOn && employedOn <= birthDate)
    throw new Refused('employedOn', 'The date of employment lies before the date of birth.');
  if (leftOn && employedOn && employedOn > leftOn)
    throw new Refused('employedOn', 'The date of employment lies behind the day of leaving.');
}
