import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, countChanged, detailsOf } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits } from '#kernel/edit.ts';
import { mergePerson } from '#features/custom-fields/merge-person.ts';
import { saveValues } from '#features/custom-fields/save-values.ts';
import { dropDraft } from '#features/people/drafts.ts';
import { guardians } from '#features/people/people.schema.ts';
import { checkGuardian } from './check-guardian.ts';
import { calledGuardian, groupOfField, GuardianFields } from './guardian-fields.ts';
import { groupsOf } from './guardians.policy.ts';
import { lockGuardian } from './lock-guardian.ts';

export const EditGuardian = edits(GuardianFields);

/** Changes the record; fields of groups that the actor does not see stay as they were. */
export async function editGuardian(tx: Tx, actor: Actor, guardianId: number, sent: z.infer<typeof EditGuardian>) {
  const before = await lockGuardian(tx, actor, guardianId);
  allow(actor, 'guardians.edit', before.institutionId);
  const groups = groupsOf(actor, before);
  const { institutionId } = before;
  const person = { institutionId, entity: 'guardian', personId: guardianId, groups } as const;
  const { custom, ...input } = await mergePerson(tx, actor, person, {
    ...{ fields: EditGuardian, sent, before, groupOf: groupOfField },
  });
  const fields = await checkGuardian(tx, actor, { institutionId, input, groups, before });
  const changes = changesBetween(before, fields);
  const own = await saveValues(tx, actor, person, custom);
  await dropDraft(tx, actor, institutionId, `guardian:${guardianId}`);
  const changed = countChanged(changes, own);
  if (changed === 0) return;
  await tx
    .update(guardians)
    .set({ ...differing(fields, changes), updatedAt: sql`now()` })
    .where(and(eq(guardians.institutionId, institutionId), eq(guardians.id, guardianId)));
  await record(tx, actor, 'guardians.edit', {
    institutionId: institutionId,
    summary: `changed ${changed === 1 ? 'one field' : `${changed} fields`} of ${calledGuardian(input)}`,
    subject: { type: 'guardian', id: guardianId },
    details: detailsOf(changes, groupOfField, own),
  });
}
