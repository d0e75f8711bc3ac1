import { can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import type { MenuEntry, Product } from '#web/feature.ts';
import type { MenuItem } from '#web/shell.ts';

const home: MenuItem = { label: 'Home', icon: 'home', href: '/' };

/** The sections of the menu in which this user can open something, in the institution's terms. */
export function menuFor({ menu, menuSections }: Product, actor: Actor, words: Words): MenuItem[] {
  const holds = (may: readonly Permission[], uses?: string) =>
    may.length === 0 ||
    actor.institutions.some(
      (one) => (uses === undefined || one.uses.includes(uses)) && may.some((name) => can(actor, name, one.id)),
    );
  const labelOf = ({ label, word, after = '' }: MenuEntry) => (word ? words[word] + after : label);
  const sections = menuSections.map(({ key, label, icon, groups = {} }) => {
    const entries = menu.filter((entry) => entry.section === key && holds(entry.may, entry.uses));
    // A heading above all that a user sees would only repeat the section's.
    const isDivided = new Set(entries.map(({ group }) => group)).size > 1;
    const inGroups = [undefined, ...Object.keys(groups)].flatMap((name) =>
      entries.filter(({ group }) => group === name),
    );
    const items = inGroups.map((entry) => ({
      ...{ label: labelOf(entry), href: entry.href },
      group: isDivided && entry.group ? groups[entry.group] : undefined,
    }));
    return { label, icon, items };
  });
  return withMain([
    home,
    ...sections.flatMap((section) => section.items.slice(0, 1).map(({ href }) => ({ ...section, href }))),
  ]);
}

/** Home and the three sections with most entries are in the bottom bar: a cashier has Fees there, a registrar Students. */
function withMain(menu: MenuItem[]): MenuItem[] {
  const size = ({ items }: MenuItem) => items?.length ?? 99;
  const main = menu.toSorted((one, other) => size(other) - size(one)).slice(0, 4);
  return menu.map((item) => ({ ...item, isMain: main.includes(item) }));
}
