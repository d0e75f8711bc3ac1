import { can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import type { Product } from '#web/feature.ts';
import type { MenuItem } from '#web/shell.ts';

const home: MenuItem = { label: 'Home', icon: 'home', href: '/' };

/** The sections of the menu in which this user can open something, in the institution's terms. */
export function menuFor({ menu, menuSections }: Product, actor: Actor, words: Words): MenuItem[] {
  const holds = (may: readonly Permission[]) =>
    may.length === 0 || actor.institutions.some((one) => may.some((name) => can(actor, name, one.id)));
  const sections = menuSections.map(({ key, label, icon }) => ({
    ...{ label, icon },
    items: menu
      .filter((entry) => entry.section === key && holds(entry.may))
      .map(({ label: plain, word, after = '', href }) => ({ label: word ? words[word] + after : plain, href })),
  }));
  return [home, ...sections.flatMap((section) => section.items.slice(0, 1).map(({ href }) => ({ ...section, href })))];
}
