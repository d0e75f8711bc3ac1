import type { Actor } from '#kernel/actor.ts';
import { shownAtMainAddress, type ShownSite } from '#features/school/institutions/main-address.ts';

interface MainAddress {
  actor: Pick<Actor, 'isGroupAdministrator'>;
  institutionId: number;
  site: { isFront: boolean; isPublished: boolean } | null;
  main: ShownSite | null;
}

/** What visitors see at the main address and how to change it, for editors of the site. */
export function mainAddressText({ actor, institutionId, site, main }: MainAddress): string {
  return `${shownAtMainAddress(main, institutionId)} ${wayToChange({ actor, institutionId, site, main })}`;
}

function wayToChange({ actor, institutionId, site, main }: MainAddress): string {
  if (!site?.isPublished) {
    if (site?.isFront || !main) return 'Publish this site to show it there.';
    return actor.isGroupAdministrator
      ? 'To change this, publish this site and choose “Show at the main address” in the menu above.'
      : 'To change this, publish this site and ask your group administrator.';
  }
  if (main?.institutionId === institutionId && !site.isFront)
    return 'It is the first published site, and no other site has been chosen.';
  if (!actor.isGroupAdministrator) return 'Your group administrator can change this.';
  return `To change this, choose “${site.isFront ? 'Remove from' : 'Show at'} the main address” in the menu above.`;
}
