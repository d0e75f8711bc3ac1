import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NotFound } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { openSite } from '../open-site.ts';
import { sitePictures } from '../site.schema.ts';

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
export async function lockPicture(tx: Tx, actor: Actor, id: number) {
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
