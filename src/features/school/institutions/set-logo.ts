import { eq } from 'drizzle-orm';
import { type Actor, allow, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { decide } from '#kernel/edit/decide.ts';
import { findFile, keepFile, type StoredFile } from '#kernel/files.ts';
import { institutions } from '#kernel/identity.schema.ts';
import { files } from '#kernel/tables.ts';
import { NotFound } from '#kernel/errors.ts';

/**
 * Sets or removes the logo. Returns the stored name of the old one, to discard after the commit. Conflicts with a logo
 * uploaded since the form was opened.
 */
export async function setLogo(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  file: (StoredFile & { name: string }) | null,
  /** The logo that the form showed. */
  opened: number | null,
): Promise<string | null> {
  const before = await lockInstitution(tx, actor, institutionId);
  const touched = await decide(tx, actor, { institutionId, type: 'institution', id: institutionId }, [
    {
      field: 'logo',
      label: 'Logo',
      action: 'institutions.setLogo',
      opened,
      sent: file && 'another',
      current: before.logoFileId,
      words: (logo) => (logo === 'another' ? 'The picture you chose' : logo ? 'The current logo' : 'No logo'),
    },
  ]);
  if (touched.size === 0) return null;
  const logoFileId =
    file && (await keepFile(tx, actor, institutionId, { ...file, purpose: 'logo', mediaType: 'image/webp' }));
  await tx.update(institutions).set({ logoFileId }).where(eq(institutions.id, institutionId));
  await record(tx, actor, 'institutions.setLogo', {
    institutionId,
    summary: `${file ? 'changed' : 'removed'} the logo of ${before.name}`,
    subject: { type: 'institution', id: institutionId },
    details: { from: before.logoFileId, to: logoFileId },
  });
  if (!before.logoFileId) return null;
  const old = await findFile(tx, institutionId, before.logoFileId);
  await tx.delete(files).where(hasKey(files, institutionId, old.id));
  return old.storedAs;
}

/** Locks and returns the institution if the actor can edit it; NotFound if they cannot see it. */
export async function lockInstitution(tx: Tx, actor: Actor, institutionId: number) {
  // Checked here, because the address can contain a number outside the range of ids.
  if (!institutionsWhere(actor, 'institutions.view').includes(institutionId)) throw new NotFound('institution');
  allow(actor, 'institutions.edit', institutionId);
  const [row] = await tx.select().from(institutions).where(eq(institutions.id, institutionId)).for('no key update');
  if (!row) throw new NotFound('institution');
  return row;
}
