import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import { ofGroups, studentLists, type StudentFields } from './student-fields.ts';
import type { students } from '../students.schema.ts';

interface Checking {
  institutionId: number;
  input: StudentFields;
  /** The groups that the actor can see. Fields of other groups are left out of the answer. */
  groups: readonly FieldGroup[];
  before?: typeof students.$inferSelect;
}

/** The checked values of a form. */
export async function checkStudent(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<Partial<StudentFields>> {
  const read = await checkPerson(tx, actor, {
    institutionId,
    input,
    before,
    hasPlace: true,
    phones: ['mobile', 'phone', 'nextOfKinPhone'],
    lists: ofGroups(studentLists, groups),
    checkDays: () => checkDays(input),
  });
  return { ...ofGroups(input, groups), ...read };
}

function checkDays({ birthDate, admissionDate }: StudentFields) {
  if (birthDate && admissionDate && admissionDate < birthDate)
    throw new ValidationError('admissionDate', 'The admission date is before the date of birth.');
}
