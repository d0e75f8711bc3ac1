import { randomBytes } from 'node:crypto';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { clippedFileName } from '#kernel/clipped.ts';
import type { Tx } from '#kernel/database.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { sitePictures, sitePictureSizes } from '../site.schema.ts';

interface NewPicture {
  name: string;
  alt: string;
  encoded: EncodedPicture;
  /** One stored file per size, in the same order. */
  stored: StoredFile[];
}

/** Adds a picture to the institution's library with an unguessable public URL. */
export async function addPicture(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  { name, alt, encoded, stored }: NewPicture,
): Promise<{ id: number; token: string }> {
  allow(actor, 'site.edit', institutionId);
  const token = randomBytes(16).toString('base64url');
  const { width, height, sizes } = encoded;
  const [picture] = await tx
    .insert(sitePictures)
    .values({ institutionId, token, name: clippedFileName(name, 200), alt, width, height })
    .returning({ id: sitePictures.id });
  const { id } = picture!;
  for (const [at, size] of sizes.entries()) {
    const mediaType = `image/${size.format}`;
    const fileId = await keepFile(tx, actor, institutionId, {
      ...stored[at]!,
      purpose: 'site picture',
      name,
      mediaType,
    });
    await tx
      .insert(sitePictureSizes)
      .values({ institutionId, pictureId: id, width: size.width, format: size.format, fileId });
  }
  await record(tx, actor, 'site.addPicture', {
    institutionId,
    summary: `added the picture ${name} to the site`,
    subject: { type: 'site picture', id },
    details: { name, alt, width, height },
  });
  return { id, token };
}
