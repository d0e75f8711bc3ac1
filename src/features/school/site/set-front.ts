import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { checkbox, id } from '#kernel/schemas.ts';
import { openSite } from './open-site.ts';
import { sites } from './site.schema.ts';

export const SetFront = z.object({ institutionId: id, isFront: checkbox });

/** Shows this site at the main address of the installation instead of the previous one. */
export async function setFront(tx: Tx, actor: Actor, input: z.infer<typeof SetFront>): Promise<void> {
  const { institutionId, isFront } = input;
  if (!actor.isGroupAdministrator) throw new NotAllowed('Only a group administrator can do this.');
  const site = await openSite(tx, actor, institutionId);
  if (site.isFront === isFront) return;
  const before = isFront
    ? await tx
        .select({ institutionId: sites.institutionId })
        .from(sites)
        .where(and(sites.isFront, ne(sites.institutionId, institutionId)))
    : [];
  for (const other of before) {
    await openSite(tx, actor, other.institutionId);
    await write(tx, actor, other.institutionId, false);
  }
  await write(tx, actor, institutionId, isFront);
}

async function write(tx: Tx, actor: Actor, institutionId: number, isFront: boolean) {
  await tx.update(sites).set({ isFront }).where(eq(sites.institutionId, institutionId));
  await record(tx, actor, 'site.setFront', {
    institutionId,
    summary: isFront ? 'showed the site at the main address' : 'removed the site from the main address',
    subject: { type: 'site', id: institutionId },
  });
}
