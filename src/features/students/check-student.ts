import { eq } from 'drizzle-orm';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/field-groups.ts';
import { readPhones } from '#kernel/phone.ts';
import { allSteps } from '#kernel/refusals.ts';
import { checkPlace } from '#features/geography/check-place.ts';
import { countries } from '#features/geography/geography.schema.ts';
import { checkWords } from '#features/lookups/check-words.ts';
import { ofGroups, studentLists, type StudentFields } from './student-fields.ts';
import type { students } from './students.schema.ts';

interface Checking {
  institutionId: number;
  input: StudentFields;
  /** The groups that the actor sees: the fields of others are left out of the answer. */
  groups: readonly FieldGroup[];
  before?: typeof students.$inferSelect;
}

/** What is written of a form's fields: words as the lists spell them, numbers as E.164, places that belong together. */
export async function checkStudent(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<Partial<StudentFields>> {
  const { countryId } = membershipIn(actor, institutionId)!;
  const seen = ofGroups(input, groups);
  const lists = ofGroups(studentLists, groups) as typeof studentLists;
  const phone = (field: 'phone' | 'mobile' | 'nextOfKinPhone') => () => readPhones(input, countryId, field);
  const word = (field: keyof typeof studentLists) => () =>
    checkWords(
      tx,
      institutionId,
      { [field]: lists[field] } as Record<typeof field, (typeof lists)[typeof field]>,
      input,
      before,
    );
  const found = await allSteps<object[]>(
    ...(['mobile', 'phone', 'nextOfKinPhone'] as const).map(phone),
    ...(Object.keys(lists) as (keyof typeof lists)[]).map(word),
    () => checkPlace(tx, input).then(() => ({})),
    () => checkNationality(tx, input.nationalityId),
    () => checkDays(input),
  );
  return Object.assign(seen, ...found) as Partial<StudentFields>;
}

async function checkNationality(tx: Tx, nationalityId: string | null) {
  if (nationalityId && !(await tx.$count(countries, eq(countries.id, nationalityId))))
    throw new Refused('nationalityId', 'Choose a country from the list.');
  return {};
}

function checkDays({ birthDate, admissionDate }: StudentFields) {
  if (birthDate && admissionDate && admissionDate < birthDate)
    throw new Refused('admissionDate', 'The admission date lies before the date of birth.');
  return {};
}
