import { and, eq } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { findFile, keepFile, type StoredFile } from '#kernel/files.ts';
import { files } from '#kernel/tables.ts';
import { institutions } from './institutions.schema.ts';
import { lockInstitution } from './lock-institution.ts';

/** Gives the institution a logo, or none; returns the stored name of the one before, to be discarded after the commit. */
export async function setLogo(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  file: (StoredFile & { name: string }) | null,
): Promise<string | null> {
  const before = await lockInstitution(tx, actor, institutionId);
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
  await tx.delete(files).where(and(eq(files.institutionId, institutionId), eq(files.id, old.id)));
  return old.storedAs;
}
