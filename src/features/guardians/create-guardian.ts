import type { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { readPhones } from '#kernel/phone.ts';
import { id } from '#kernel/schemas.ts';
import { checkWords } from '#features/lookups/check-words.ts';
import { checkPlace } from '#features/geography/check-place.ts';
import { guardians } from '#features/people/people.schema.ts';
import { calledGuardian, GuardianFields, guardianLists } from './guardian-fields.ts';

export const CreateGuardian = GuardianFields.extend({ institutionId: id });

/** A new guardian, who answers for nobody yet. */
export async function createGuardian(tx: Tx, actor: Actor, input: z.infer<typeof CreateGuardian>) {
  allow(actor, 'guardians.edit', input.institutionId);
  const { countryId } = membershipIn(actor, input.institutionId)!;
  const fields = {
    ...input,
    ...readPhones(input, countryId, 'mobile', 'phone'),
    ...(await checkWords(tx, input.institutionId, guardianLists, input)),
  };
  await checkPlace(tx, input);
  const [row] = await tx.insert(guardians).values(fields).returning({ id: guardians.id });
  await record(tx, actor, 'guardians.create', {
    institutionId: input.institutionId,
    summary: `added the guardian ${calledGuardian(input)}`,
    subject: { type: 'guardian', id: row!.id },
  });
  return { ...fields, id: row!.id };
}
