import { usePage } from '#ui/hooks/use-page.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { zoneOfMost } from '#ui/zone.ts';
import { pagesOfMenu, plainTerms, type Shell, type ShellInstitution } from '../shell.ts';

/** The shell of a signed-in page, and the institution in view, if one is. */
export function useShell() {
  const shell = usePage().props['shell'] as unknown as Shell;
  const only = shell.institutions.length === 1 ? shell.institutions[0] : undefined;
  const institution: ShellInstitution | undefined =
    only ?? shell.institutions.find(({ id }) => id === shell.institutionId);
  const zones = shell.institutions.map((known) => known.timeZone);
  const timeZone = institution?.timeZone ?? zoneOfMost(zones);
  const isMixed = !institution && new Set(zones).size > 1;
  return { shell, institution, terms: institution?.terms ?? plainTerms, timeZone, isMixed };
}

const pathOf = (address: string) => address.split('?', 1)[0]!;

/** The menu, with addresses that keep the institution, and the entry of the current page with its tabs. */
export function useMenu() {
  const { shell } = useShell();
  const address = useAddress();
  const path = pathOf(address.url);
  // Also of what an entry leads to under a longer name: /calendar-entries/new belongs to /calendar.
  const holds = (href: string) =>
    path === href || (href !== '/' && /^[/-]/.test(path.slice(href.length)) && path.startsWith(href));
  const all = [
    ...shell.menu.filter(({ isHub }) => isHub).map((page) => ({ page, entry: page })),
    // An act that the search alone finds, such as /fees/new, belongs to its list.
    ...pagesOfMenu(shell.menu).filter(({ entry }) => entry.tabs || !entry.isHidden),
  ];
  // The longest matching address: /students/batch-assignment is not /students.
  const [at] = all
    .filter(({ page }) => holds(page.href))
    .toSorted((one, other) => other.page.href.length - one.page.href.length);
  return {
    items: shell.menu.filter(({ isHidden }) => !isHidden),
    /** The address of the entry in the menu that leads to the current page. */
    active: at?.entry.href,
    /** The pages beside the current one, if it is one of several itself. */
    tabs:
      at?.page.href === path
        ? at.entry.tabs?.map((tab) => ({ label: tab.label, href: address.href(tab.href) }))
        : undefined,
    href: (to: string) => address.href(to),
  };
}
