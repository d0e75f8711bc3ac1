import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { sitePictures } from '../site.schema.ts';

/** Checks that a picture is in the institution's library, and locks it until the change is saved. */
export async function checkPicture(tx: Tx, institutionId: number, pictureId: number | null | undefined): Promise<void> {
  if (!pictureId) return;
  const [row] = await tx
    .select({ id: sitePictures.id })
    .from(sitePictures)
    .where(and(eq(sitePictures.institutionId, institutionId), eq(sitePictures.id, pictureId)))
    .for('share');
  if (!row) throw new ValidationError('pictureId', 'This picture is no longer in the library. Choose another one.');
}

/** The name of a picture in the library. */
export async function nameOfPicture(tx: Tx, institutionId: number, id: unknown): Promise<string> {
  if (typeof id !== 'number') return '';
  const [picture] = await tx
    .select({ name: sitePictures.name })
    .from(sitePictures)
    .where(and(eq(sitePictures.institutionId, institutionId), eq(sitePictures.id, id)));
  return picture?.name ?? '';
}
