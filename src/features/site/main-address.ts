import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';

/** The published site that visitors see at the installation's main address, or null where they see the sign-in page. */
export async function siteAtMainAddress(db: Db): Promise<{ institutionId: number; name: string } | null> {
  const { rows } = await db.execute<{ institutionId: number; name: string }>(sql`
    select institution_id as "institutionId", name from akada_public_sites() where institution_id = akada_site_at('', null)`);
  return rows[0] ?? null;
}

interface Asked {
  actor: Pick<Actor, 'isGroupAdministrator'>;
  institutionId: number;
  site: { isFront: boolean; isPublished: boolean } | null;
  main: { institutionId: number; name: string } | null;
}

/** What visitors see at the main address, and how to change it, for somebody who edits this site. */
export function mainAddressText({ actor, institutionId, site, main }: Asked): string {
  const shown = main === null ? 'the sign-in page' : main.institutionId === institutionId ? 'this site' : main.name;
  return `Visitors see ${shown}. ${wayToChange({ actor, institutionId, site, main })}`;
}

function wayToChange({ actor, institutionId, site, main }: Asked): string {
  if (!site?.isPublished) {
    if (site?.isFront || !main) return 'Publish this site to show it here.';
    return actor.isGroupAdministrator
      ? 'To change that, publish this site and choose “Show at the main address” in the menu above.'
      : 'To change that, publish this site and ask your group administrator.';
  }
  if (main?.institutionId === institutionId && !site.isFront)
    return 'It is the first published site, and no other one is chosen.';
  if (!actor.isGroupAdministrator) return 'Your group administrator can change that.';
  return `To change that, choose “${site.isFront ? 'No longer show at' : 'Show at'} the main address” in the menu above.`;
}
