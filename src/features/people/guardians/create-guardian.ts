import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { checkbox, emptyIsNull, id } from '#kernel/schemas.ts';
import { saveValues } from '#features/records/custom-fields/save-values.ts';
import { dropDraft } from '#features/records/people/drafts.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import { bindPhoto } from '#features/records/people/photos/set-photo.ts';
import { refuseDuplicateGuardian } from './guardian-duplicates.ts';
import { checkGuardian } from './check-guardian.ts';
import { calledGuardian, GuardianFields } from './guardian-fields.ts';
import { guardianGroups } from './guardians.policy.ts';

export const CreateGuardian = GuardianFields.extend({
  institutionId: id,
  /** A photo that was sent before the form. */
  photo: emptyIsNull(id),
  /** The user has confirmed that this is not the existing person with the same name. */
  confirm_alike: checkbox,
});

type Input = z.infer<typeof CreateGuardian>;

/** Adds a guardian who is not linked to a student yet. */
export async function createGuardian(tx: Tx, actor: Actor, { custom, photo, confirm_alike, ...input }: Input) {
  const { institutionId } = input;
  allow(actor, 'guardians.edit', institutionId);
  const bound = await bindPhoto(tx, actor, institutionId, photo);
  const guardian = await insertGuardian(tx, actor, input, confirm_alike, bound);
  const groups = groupsSeen(actor, institutionId, guardianGroups);
  const person = { institutionId, entity: 'guardian' as const, personId: guardian.id, groups, isNew: true };
  await saveValues(tx, actor, person, custom);
  await dropDraft(tx, actor, institutionId, 'guardian:new');
  return guardian;
}

/** Adds the record only. Custom fields follow later, for guardians added with a short form. */
export async function insertGuardian(
  tx: Tx,
  actor: Actor,
  input: Omit<Input, 'custom' | 'photo' | 'confirm_alike'>,
  isConfirmed: boolean,
  photo: Awaited<ReturnType<typeof bindPhoto>> | null = null,
) {
  allow(actor, 'guardians.edit', input.institutionId);
  const { institutionId } = input;
  const groups = groupsSeen(actor, institutionId, guardianGroups);
  const fields = await checkGuardian(tx, actor, { institutionId, input, groups });
  await refuseDuplicateGuardian(tx, actor, { ...fields, institutionId }, isConfirmed);
  const [row] = await tx
    .insert(guardians)
    .values({ ...fields, ...photo, institutionId })
    .returning({ id: guardians.id });
  await record(tx, actor, 'guardians.create', {
    institutionId,
    summary: `added the guardian ${calledGuardian(input)}`,
    subject: { type: 'guardian', id: row!.id },
  });
  return { ...fields, institutionId, id: row!.id };
}
