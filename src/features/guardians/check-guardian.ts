import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { checkPerson } from '#features/people/check-person.ts';
import type { guardians } from '#features/people/people.schema.ts';
import { guardianLists, type GuardianFields } from './guardian-fields.ts';

/** What is written of a form's fields. */
export const checkGuardian = async <Input extends Omit<GuardianFields, 'custom'>>(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  input: Input,
  before?: typeof guardians.$inferSelect,
): Promise<Input> => ({
  ...input,
  ...(await checkPerson(tx, actor, {
    ...{ institutionId, input, before, hasPlace: true },
    phones: ['mobile', 'phone'],
    lists: guardianLists,
  })),
});
