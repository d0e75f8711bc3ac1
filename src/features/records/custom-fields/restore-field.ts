import { searchable } from '#kernel/searchable.ts';
import { and, eq } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { customFields } from './custom-fields.schema.ts';
import { definitionsOf } from './definitions.queries.ts';
import { lockFields } from './edit-definitions.ts';
import { pluralOf } from './record-definitions.ts';

/** Restores a retired field, with its values, after the others. */
export async function restoreField(tx: Tx, actor: Actor, fieldId: number) {
  const [row] = await tx
    .select({ institutionId: customFields.institutionId, entity: customFields.entity })
    .from(customFields)
    .where(eq(customFields.id, fieldId));
  if (!row || !membershipIn(actor, row.institutionId)) throw new NotFound('field');
  const { institutionId, entity } = row;
  allow(actor, 'customFields.edit', institutionId);
  await lockFields(tx, institutionId, entity);
  const all = await definitionsOf(tx, institutionId, entity);
  const field = all.find(({ id }) => id === fieldId)!;
  if (!field.isRetired) return { ...row, label: field.label };
  const others = all.filter(({ isRetired }) => !isRetired);
  if (others.some(({ label }) => searchable(label) === searchable(field.label)))
    throw new ValidationError('label', `Another field is now named ${field.label}. Rename that one first.`);
  await tx
    .update(customFields)
    .set({ retiredAt: null, position: all.length + 1 })
    .where(and(eq(customFields.institutionId, institutionId), eq(customFields.id, fieldId)));
  await record(tx, actor, 'customFields.restore', {
    institutionId,
    summary: `custom fields of ${pluralOf(entity)}: restored ${field.label}`,
    details: { entity, label: field.label },
  });
  return { ...row, label: field.label };
}
