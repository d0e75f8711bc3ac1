import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, institutionsWhere, allow } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { ValidationError, NotFound } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { usesOf } from './pictures.queries.ts';
import { sitePictures, sitePictureSizes } from '../site.schema.ts';
import { z } from 'zod';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { line } from '#kernel/schemas.ts';
import { openSite } from '../site.queries.ts';
import { randomBytes } from 'node:crypto';
import { clippedFileName } from '#kernel/clipped.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import type { EncodedPicture } from './encode-picture.ts';

/** Deletes an unused picture; returns its file names, to be deleted after the commit. */
export async function deletePicture(tx: Tx, actor: Actor, id: number): Promise<{ name: string; storedAs: string[] }> {
  const { institutionId, name, alt, width, height } = await lockPicture(tx, actor, id);
  const uses = await usesOf(tx, institutionId, id);
  if (uses.length)
    throw new ValidationError('form', `${name} is used by ${listed(uses)}. Choose another picture there first.`);
  const sizes = await tx
    .delete(sitePictureSizes)
    .where(and(eq(sitePictureSizes.institutionId, institutionId), eq(sitePictureSizes.pictureId, id)))
    .returning({ fileId: sitePictureSizes.fileId });
  const gone = await tx
    .delete(files)
    .where(
      and(
        eq(files.institutionId, institutionId),
        inArray(
          files.id,
          sizes.map(({ fileId }) => fileId),
        ),
      ),
    )
    .returning({ storedAs: files.storedAs });
  await tx.delete(sitePictures).where(hasKey(sitePictures, institutionId, id));
  await record(tx, actor, 'site.deletePicture', {
    institutionId,
    summary: `deleted the picture ${name} of the site`,
    subject: { type: 'site picture', id },
    details: { name, alt, width, height },
  });
  return { name, storedAs: gone.map(({ storedAs }) => storedAs) };
}

const shown = 3;

/** 'the slide “Welcome” and the post “Sports day”'. */
function listed(uses: string[]): string {
  const named = uses.length > shown ? [...uses.slice(0, shown - 1), `${uses.length - shown + 1} more`] : uses;
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named[0]!;
}

/** Checks that a picture is in the institution's library, and locks it until the change is saved. */
export async function checkPicture(tx: Tx, institutionId: number, pictureId: number | null | undefined): Promise<void> {
  if (!pictureId) return;
  const [row] = await tx
    .select({ id: sitePictures.id })
    .from(sitePictures)
    .where(hasKey(sitePictures, institutionId, pictureId))
    .for('share');
  if (!row) throw new ValidationError('pictureId', 'This picture is no longer in the library. Choose another one.');
}

/** The name of a picture in the library. */
export async function nameOfPicture(tx: Tx, institutionId: number, id: unknown): Promise<string> {
  if (typeof id !== 'number') return '';
  const [picture] = await tx
    .select({ name: sitePictures.name })
    .from(sitePictures)
    .where(hasKey(sitePictures, institutionId, id));
  return picture?.name ?? '';
}

const altWords = 'Describe the picture in a few words for people who can’t see it.';

/** The description of a picture. */
export const alt = z.preprocess((value) => value ?? '', line(300, 'The description').pipe(z.string().min(3, altWords)));
export const EditPicture = edits(z.object({ name: line(200, 'The name'), alt }));

/** Edits the name and description of a picture. */
export const editPicture = editRecord({
  action: 'site.editPicture',
  type: 'site picture',
  table: sitePictures,
  may: 'site.edit',
  fields: EditPicture,
  lock: lockPicture,
  nameOf: ({ before }) => `the picture ${before.name}`,
});

/** Locks a picture's site, then the picture. */
async function lockPicture(tx: Tx, actor: Actor, id: number) {
  const editable = and(
    inArray(sitePictures.institutionId, institutionsWhere(actor, 'site.edit')),
    eq(sitePictures.id, id),
  );
  const [where] = await tx.select({ institutionId: sitePictures.institutionId }).from(sitePictures).where(editable);
  if (!where) throw new NotFound('picture');
  await openSite(tx, actor, where.institutionId);
  const [picture] = await tx.select().from(sitePictures).where(editable).for('no key update');
  if (!picture) throw new NotFound('picture');
  return picture;
}

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
