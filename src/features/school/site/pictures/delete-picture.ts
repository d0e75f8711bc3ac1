import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { lockPicture } from './edit-picture.ts';
import { usesOf } from './pictures.queries.ts';
import { sitePictures, sitePictureSizes } from '../site.schema.ts';

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
  await tx.delete(sitePictures).where(and(eq(sitePictures.institutionId, institutionId), eq(sitePictures.id, id)));
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
