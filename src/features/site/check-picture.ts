import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { Refused } from '#kernel/errors.ts';
import { sitePictures } from './site.schema.ts';

/** A picture that a form names must be in the same library; it stays there until the change is made. */
export async function checkPicture(tx: Tx, institutionId: number, pictureId: number | null | undefined): Promise<void> {
  if (!pictureId) return;
  const [row] = await tx
    .select({ id: sitePictures.id })
    .from(sitePictures)
    .where(and(eq(sitePictures.institutionId, institutionId), eq(sitePictures.id, pictureId)))
    .for('share');
  if (!row) throw new Refused('pictureId', 'This picture is no longer in the library. Choose another one.');
}

/** What the library calls a picture. */
export async function nameOfPicture(tx: Tx, institutionId: number, id: unknown): Promise<string> {
  if (typeof id !== 'number') return '';
  const [picture] = await tx
    .select({ name: sitePictures.name })
    .from(sitePictures)
    .where(and(eq(sitePictures.institutionId, institutionId), eq(sitePictures.id, id)));
  return picture?.name ?? '';
}
