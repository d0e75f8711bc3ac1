import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { id, list } from '#kernel/schemas.ts';
import { lockInstitution } from '#features/school/institutions/lock-institution.ts';
import type { Product } from '#web/feature.ts';
import { editRole } from '../roles/edit-role.ts';
import { lockRoleToChange } from '../roles/lock-role.ts';
import { rolesToConfirm } from './new-permissions.queries.ts';

/** The ticked roles, each with the permissions that the owner saw: '12:fees.view,payments.take'. */
export const ConfirmPermissions = z.object({ institution_id: id, roles: list(z.string().max(4000)) });

/** Gives the ticked roles the permissions that they start with in a new institution. Other roles stay as they are. */
export async function confirmPermissions(
  tx: Tx,
  actor: Actor,
  product: Product,
  { institution_id: institutionId, roles: ticked }: z.infer<typeof ConfirmPermissions>,
): Promise<{ count: number }> {
  const { name: institution, toConfirm } = await lockInstitution(tx, actor, institutionId);
  if (!membershipIn(actor, institutionId)!.isOwner) throw new NotAllowed();
  const offered = toConfirm.length > 0 ? await rolesToConfirm(tx, actor, product, [institutionId]) : [];
  const given = offered.filter((role) => ticked.includes(seenOf(role)));
  if (given.length < ticked.length || toConfirm.length === 0) throw new ValidationError('form', changedMeanwhile);
  for (const { id: roleId, missing } of given) {
    const { name, permissions } = await lockRoleToChange(tx, actor, roleId);
    const all = [...new Set([...permissions, ...missing])];
    await editRole(tx, actor, roleId, { name, permissions: all, opened: { name, permissions } });
  }
  await tx.update(institutions).set({ toConfirm: [] }).where(eq(institutions.id, institutionId));
  await record(tx, actor, 'roles.confirmNew', {
    institutionId,
    summary: 'confirmed which roles have the new permissions',
    subject: { type: 'institution', id: institutionId },
    details: { institution, of: toConfirm, roles: given.map(({ name }) => name) },
  });
  return { count: given.length };
}

export const seenOf = ({ id: roleId, missing }: { id: number; missing: string[] }) => `${roleId}:${missing.join()}`;

const changedMeanwhile = 'A role was changed meanwhile. Reload the page and look again.';
