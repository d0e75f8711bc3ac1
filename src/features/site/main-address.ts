import type { Actor } from '#kernel/actor.ts';
import { visitorsSee, type ShownSite } from '#features/institutions/main-address.ts';

interface Asked {
  actor: Pick<Actor, 'isGroupAdministrator'>;
  institutionId: number;
  site: { isFront: boolean; isPublished: boolean } | null;
  main: ShownSite | null;
}

/** What visitors see at the main address, and how to change it, for somebody who edits this site. */
export function mainAddressText({ actor, institutionId, site, main }: Asked): string {
  return `${visitorsSee(main, institutionId)} ${wayToChange({ actor, institutionId, site, main })}`;
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
