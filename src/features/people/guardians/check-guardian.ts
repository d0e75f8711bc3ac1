import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import { checkPerson } from '#features/records/people/check-person.ts';
import type { guardians } from '#features/records/people/people.schema.ts';
import { guardianLists, ofGroups, type GuardianFields } from './guardian-fields.ts';

type Input = Omit<GuardianFields, 'custom'>;
type General = Omit<Input, 'religion'>;

interface Checking {
  institutionId: number;
  input: Input;
  /** The groups that the actor can see. Fields of other groups are left out of the answer. */
  groups: readonly FieldGroup[];
  before?: typeof guardians.$inferSelect;
}

/** The checked values of a form. */
export async function checkGuardian(
  tx: Tx,
  actor: Actor,
  { institutionId, input, groups, before }: Checking,
): Promise<General & Partial<Input>> {
  const read = await checkPerson(tx, actor, {
    institutionId,
    input,
    before,
    hasPlace: true,
    phones: ['mobile', 'phone'],
    lists: ofGroups(guardianLists, groups),
  });
  return { ...(ofGroups(input, groups) as General & Partial<Input>), ...read };
}
