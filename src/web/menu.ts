import { can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import type { MenuEntry, MenuSection, Product } from './feature.ts';
import type { MenuItem } from './shell.ts';

const home: MenuItem = { label: 'Home', icon: 'home', href: '/' };

/** The sections of the menu in which this user can open something, in the institution's terms. */
export function menuFor(product: Product, actor: Actor, words: Words): MenuItem[] {
  const sections = product.menuSections.map((section) => {
    const { label, icon, hub } = section;
    const items = entriesOf(product, section, actor, words).map(({ about: _about, ...entry }) => entry);
    return { label, icon, hub, items };
  });
  return withMain([
    home,
    ...sections.flatMap(({ hub, ...section }) =>
      section.items.slice(0, 1).map(({ href }) => ({ ...section, href: hub ?? href, ...(hub && { isHub: true }) })),
    ),
  ]);
}

/** What this user can open in a section, under its headings. */
export function entriesOf({ menu }: Product, { key, groups = {} }: MenuSection, actor: Actor, words: Words) {
  const holds = (may: readonly Permission[], uses?: string) =>
    may.length === 0 ||
    actor.institutions.some(
      (one) => (uses === undefined || one.uses.includes(uses)) && may.some((name) => can(actor, name, one.id)),
    );
  const labelOf = ({ label, word, after = '' }: MenuEntry) => (word ? words[word] + after : label);
  const entries = menu.filter((entry) => entry.section === key && holds(entry.may, entry.uses));
  // A heading above all that a user sees would only repeat the section's.
  const isDivided = new Set(entries.map(({ group }) => group)).size > 1;
  const inGroups = [undefined, ...Object.keys(groups)].flatMap((name) => entries.filter(({ group }) => group === name));
  return inGroups.map((entry) => ({
    label: labelOf(entry),
    href: entry.href,
    about: entry.about,
    group: isDivided && entry.group ? groups[entry.group] : undefined,
  }));
}

/** Home and the three sections with most entries are in the bottom bar: a cashier has Fees there, a registrar Students. */
function withMain(menu: MenuItem[]): MenuItem[] {
  const size = ({ items }: MenuItem) => items?.length ?? 99;
  const main = menu.toSorted((one, other) => size(other) - size(one)).slice(0, 4);
  return menu.map((item) => ({ ...item, isMain: main.includes(item) }));
}
