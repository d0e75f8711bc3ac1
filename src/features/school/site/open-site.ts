import { eq, sql } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { sites } from './site.schema.ts';
import { slugOf } from './slug.ts';

/** Locks the institution's site for a change, and updates its timestamp to invalidate cached public pages. Creates the site if there is none. */
export async function openSite(tx: Tx, actor: Actor, institutionId: number) {
  allow(actor, 'site.edit', institutionId);
  return (await touch(tx, institutionId)) ?? found(tx, institutionId, membershipIn(actor, institutionId)!.shortName);
}

async function touch(tx: Tx, institutionId: number) {
  const [site] = await tx
    .update(sites)
    .set({ updatedAt: sql`greatest(clock_timestamp(), ${sites.updatedAt} + interval '1 millisecond')` })
    .where(eq(sites.institutionId, institutionId))
    .returning();
  return site;
}

/** The address is the institution's short name, with a number if it is taken. */
async function found(tx: Tx, institutionId: number, shortName: string) {
  for (const slug of proposals(shortName, institutionId)) {
    const [site] = await tx.insert(sites).values({ institutionId, slug }).onConflictDoNothing().returning();
    if (site) return site;
    // Another request may have just created it.
    const theirs = await touch(tx, institutionId);
    if (theirs) return theirs;
  }
  throw new Conflict('The site could not be created. Try again.');
}

export function proposals(shortName: string, institutionId: number): string[] {
  const name = slugOf(shortName, 30);
  const numbered = `${name || 'school'}-${institutionId}`;
  return name.length >= 2 ? [name, numbered, `${numbered}-site`] : [numbered, `${numbered}-site`];
}
