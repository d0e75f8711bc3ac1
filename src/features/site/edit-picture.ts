import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changedFields, changesBetween } from '#kernel/changes.ts';
import type { Tx } from '#kernel/database.ts';
import { differing, edits, mergeEdit } from '#kernel/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { openSite } from './open-site.ts';
import { sitePictures } from './site.schema.ts';

const altWords = 'Say in a few words what the picture shows, for people who cannot see it.';

/** What a picture shows, in words. */
export const alt = z.preprocess((value) => value ?? '', line(300, 'The description').pipe(z.string().min(3, altWords)));
export const EditPicture = edits(z.object({ name: line(200, 'The name'), alt }));

/** Changes what a picture is called and how it is described. */
export async function editPicture(tx: Tx, actor: Actor, id: number, sent: z.infer<typeof EditPicture>): Promise<void> {
  const before = await lockPicture(tx, actor, id);
  const { institutionId } = before;
  const subject = { institutionId, type: 'site picture', id };
  const { input: values } = await mergeEdit(tx, actor, { fields: EditPicture, sent, current: before, subject });
  const changes = changesBetween(before, values);
  if (Object.keys(changes).length === 0) return;
  await tx
    .update(sitePictures)
    .set(differing(values, changes))
    .where(and(eq(sitePictures.institutionId, institutionId), eq(sitePictures.id, id)));
  await record(tx, actor, 'site.editPicture', {
    institutionId,
    summary: `changed ${changedFields(changes)} of the picture ${before.name}`,
    subject,
    details: { changes },
  });
}

/** A picture, with its site locked before it. */
export async function lockPicture(tx: Tx, actor: Actor, id: number) {
  const mine = and(inArray(sitePictures.institutionId, institutionsWhere(actor, 'site.edit')), eq(sitePictures.id, id));
  const [where] = await tx.select({ institutionId: sitePictures.institutionId }).from(sitePictures).where(mine);
  if (!where) throw new NotFound('picture');
  await openSite(tx, actor, where.institutionId);
  const [picture] = await tx.select().from(sitePictures).where(mine).for('no key update');
  if (!picture) throw new NotFound('picture');
  return picture;
}
