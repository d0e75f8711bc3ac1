import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import type { employees } from '#features/records/people/people.schema.ts';
import { employeeLists, ofGroups, type EmployeeFields } from './employee-fields.ts';

interface Checking {
  institutionId: number;
  input: EmployeeFields;
  /** The groups that the actor can see. Fields of other groups are left out of the answer. */
  groups: readonly FieldGroup[];
  before?: typeof employees.$inferSelect;
}

/** The checked values of a form. */
export async function checkEmployee(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<Partial<EmployeeFields>> {
  const hasPlace = groups.includes('private');
  const seen = ofGroups(input, groups);
  const read = await checkPerson(tx, actor, {
    institutionId,
    input,
    before,
    hasPlace,
    phones: ['mobile', 'phone', ...(hasPlace ? ['nextOfKinPhone'] : [])],
    lists: ofGroups(employeeLists, groups),
    // An error would reveal the date of birth to users who cannot see it.
    checkDays: () => checkDays({ ...before, ...(hasPlace ? {} : { birthDate: null }), ...seen }),
  });
  return { ...seen, ...read };
}

type Days = Partial<Pick<typeof employees.$inferSelect, 'birthDate' | 'employedOn' | 'leftOn'>>;

function checkDays({ birthDate, employedOn, leftOn }: Days) {
  if (birthDate && employedOn && employedOn <= birthDate)
    throw new ValidationError('employedOn', 'The date of employment is before the date of birth.');
  if (leftOn && employedOn && employedOn > leftOn)
    throw new ValidationError('employedOn', 'The date of employment is after the leaving date.');
}
