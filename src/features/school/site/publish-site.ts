import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { openSite } from './open-site.ts';
import { sites } from './site.schema.ts';

export const PublishSite = z.object({ institutionId: id, isPublished: checkbox });

/** Publishes or unpublishes the site. */
export async function publishSite(tx: Tx, actor: Actor, input: z.infer<typeof PublishSite>): Promise<void> {
  const { institutionId, isPublished } = input;
  const site = await openSite(tx, actor, institutionId);
  if (site.isPublished === isPublished) return;
  await tx.update(sites).set({ isPublished }).where(eq(sites.institutionId, institutionId));
  await record(tx, actor, isPublished ? 'site.publish' : 'site.unpublish', {
    institutionId,
    summary: isPublished ? 'published the site' : 'unpublished the site',
    subject: { type: 'site', id: institutionId },
  });
}
