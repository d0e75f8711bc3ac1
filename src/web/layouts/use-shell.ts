import { usePage } from '#ui/hooks/use-page.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { zoneOfMost } from '#ui/zone.ts';
import { plainTerms, type Shell, type ShellInstitution } from '../shell.ts';

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

/** The menu, with addresses that keep the institution, and the entry of the current page. */
export function useMenu() {
  const { shell } = useShell();
  const address = useAddress();
  const path = pathOf(address.url);
  // Also of what an entry leads to under a longer name: /calendar-entries/new belongs to /calendar.
  const holds = (href: string) =>
    path === href || (href !== '/' && /^[/-]/.test(path.slice(href.length)) && path.startsWith(href));
  const all = shell.menu.flatMap((item) => [item.href, ...(item.items ?? []).map((entry) => entry.href)]);
  // The longest matching address: /students/batch-assignment is not "All students".
  const active = all.filter(holds).sort((a, b) => b.length - a.length)[0];
  return { items: shell.menu, active, href: (to: string) => address.href(to) };
}
