import { and, eq, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, countChanged, detailsOf } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { saveValues } from '#features/custom-fields/save-values.ts';
import { dropDraft } from '#features/people/drafts.ts';
import { guardians } from '#features/people/people.schema.ts';
import { checkGuardian } from './check-guardian.ts';
import { calledGuardian, groupOfField, type GuardianFields } from './guardian-fields.ts';
import { groupsOf } from './guardians.policy.ts';
import { lockGuardian } from './lock-guardian.ts';

/** Changes the record; fields of groups that the actor does not see stay as they were. */
export async function editGuardian(tx: Tx, actor: Actor, guardianId: number, { custom, ...input }: GuardianFields) {
  const before = await lockGuardian(tx, actor, guardianId);
  allow(actor, 'guardians.edit', before.institutionId);
  const groups = groupsOf(actor, before);
  const fields = await checkGuardian(tx, actor, { institutionId: before.institutionId, input, groups, before });
  const person = { institutionId: before.institutionId, entity: 'guardian' as const, personId: guardianId, groups };
  const changes = changesBetween(before, fields);
  const own = await saveValues(tx, actor, person, custom);
  await dropDraft(tx, actor, before.institutionId, `guardian:${guardianId}`);
  const changed = countChanged(changes, own);
  if (changed === 0) return;
  await tx
    .update(guardians)
    .set({ ...fields, updatedAt: sql`now()` })
    .where(and(eq(guardians.institutionId, before.institutionId), eq(guardians.id, guardianId)));
  await record(tx, actor, 'guardians.edit', {
    institutionId: before.institutionId,
    summary: `changed ${changed === 1 ? 'one field' : `${changed} fields`} of ${calledGuardian(input)}`,
    subject: { type: 'guardian', id: guardianId },
    details: detailsOf(changes, groupOfField, own),
  });
}
