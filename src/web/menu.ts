import { can, type Actor } from '#kernel/actor.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import type { Product } from './feature.ts';
import type { MenuEntry, MenuSection } from './menu-entry.ts';
import type { MenuEntryShown, MenuItem, MenuPage, Shell } from './shell.ts';

const home: MenuItem = { label: 'Home', icon: 'home', href: '/' };

/** With up to so many entries, a menu has no sections: each entry stands by itself. */
const shortMenu = 9;
/** Somebody with fewer entries has what is their own in the menu too. */
const littleElse = 3;
/** What fits into the bottom bar of a phone. */
const barLength = 4;

/**
 * The menu of a person, and what is their own, in the institution's terms. Entries that are no part of their week are
 * hidden in it.
 */
export function menuFor(product: Product, actor: Actor, words: Terminology): Pick<Shell, 'menu' | 'own' | 'acts'> {
  const sections = product.menuSections
    .map((section) => ({ ...section, items: entriesOf(product, section, actor, words) }))
    .filter(({ items }) => items.length > 0);
  const own = sections.filter(({ isOwn }) => isOwn).flatMap(({ items }) => items);
  const work = sections.filter(({ isOwn, hub }) => !isOwn && !hub);
  const entries = work.flatMap(({ items }) => items).filter(isVisible).length;
  const first = acts(work);
  const mine = entries + first.length <= littleElse ? own : [];
  const isShort = entries + mine.length <= shortMenu;
  const bar = sections.filter((one) => one.bar).toSorted((one, other) => one.bar! - other.bar!);
  const menu = [
    home,
    ...(isShort ? first : []),
    ...work.flatMap((section): MenuItem[] => (isShort ? section.items.flatMap(withoutAct) : together(section))),
    ...mine,
    ...sections.flatMap(({ hub, label, icon, items }): MenuItem[] =>
      hub ? [{ label, icon, href: hub, isHub: true, items, ...(!items.some(isVisible) && { isHidden: true }) }] : [],
    ),
  ];
  return {
    menu: withMain(menu, isShort ? [] : bar.map(({ label }) => label)),
    own,
    acts: actor.institutions.some(({ isOwner }) => isOwner) ? [] : first.map(({ label, href }) => ({ label, href })),
  };
}

interface Section extends MenuSection {
  items: Entry[];
}

interface Entry extends MenuEntryShown {
  icon: string;
  act?: MenuPage & { icon: string };
}

/** A section with its entries below it; a single one takes its place. */
function together({ label, icon, items: entries }: Section): MenuItem[] {
  const items = entries.map(({ act: _act, icon: _icon, ...entry }): MenuEntryShown => entry);
  const [first, ...others] = items.filter(isVisible);
  if (first && others.length > 0) return [{ label, icon, href: first.href, items }];
  return items.map((entry) => ({ ...entry, icon }));
}

/** The main acts, which begin a short menu. */
const acts = (sections: Section[]): MenuItem[] =>
  sections.flatMap(({ items }) => items.flatMap(({ act }) => (act ? [act] : [])));

/** An entry with the pages that are left of it beside the act; none if there are none. */
function withoutAct({ act, ...entry }: Entry): MenuItem[] {
  if (!act) return [entry];
  const [first, ...others] = (entry.tabs ?? []).filter(({ href }) => href !== act.href);
  return first ? [{ ...entry, href: first.href, tabs: others.length > 0 ? [first, ...others] : undefined }] : [];
}

/** The entries of a section that this user can open: its groups in their order, and what stands in none before them. */
function entriesOf(product: Product, section: MenuSection, actor: Actor, words: Terminology): Entry[] {
  const pages = pagesOf(product, section, actor, words);
  if (section.hub) return pages.map((one) => entryOf([one]));
  const single = pages.filter(({ group }) => !group).map((one) => entryOf([one]));
  const grouped = Object.entries(section.groups ?? {}).flatMap(([key, label]) => {
    const tabs = pages.filter(({ group }) => group === key);
    return tabs.length > 0 ? [{ ...entryOf(tabs), label }] : [];
  });
  return [...single, ...grouped];
}

function entryOf(pages: Page[]): Entry {
  const [{ page }] = pages as [Page];
  const { icon } = pages.find(({ isAct }) => !isAct) ?? pages[0]!;
  const first = (pages.find(({ isUsed }) => isUsed) ?? pages[0]!).page;
  return {
    ...page,
    icon,
    href: first.href,
    ...(pages.length > 1 && { tabs: pages.map((one) => one.page) }),
    ...(!pages.some(({ isUsed }) => isUsed) && { isHidden: true }),
    act: pages.filter(({ isAct }) => isAct).map((one) => ({ ...one.page, icon: one.icon }))[0],
  };
}

interface Page {
  page: MenuPage;
  about?: string;
  group?: string;
  icon: string;
  isUsed: boolean;
  isAct: boolean;
}

/** The pages of a section that this user can open. */
export function pagesOf({ menu }: Product, section: MenuSection, actor: Actor, words: Terminology): Page[] {
  const holds = (permissions: readonly Permission[], uses?: string) =>
    actor.institutions.some(
      (one) => (uses === undefined || one.uses.includes(uses)) && permissions.some((name) => can(actor, name, one.id)),
    );
  const labelOf = ({ label, word, after = '' }: MenuEntry) => (word ? words[word] + after : label);
  return menu
    .filter(
      ({ section: key, may, uses, of }) =>
        key === section.key &&
        (may.length === 0 || holds(may, uses)) &&
        (!of || actor.institutions.some((one) => of.some((records) => one[records].length > 0))),
    )
    .map((entry) => ({
      page: { label: labelOf(entry), href: entry.href, also: entry.also },
      about: entry.about,
      group: entry.group,
      icon: entry.icon ?? section.icon,
      isUsed: !entry.usedBy || holds(entry.usedBy),
      isAct: entry.actOf !== undefined && holds(entry.actOf),
    }));
}

const isVisible = ({ isHidden }: MenuEntryShown) => !isHidden;

/** The bottom bar of a phone: home, then the sections that say so, then the first of the others. */
function withMain(menu: MenuItem[], bar: string[]): MenuItem[] {
  const placeOf = (item: MenuItem) =>
    item === home ? -1 : bar.includes(item.label) ? bar.indexOf(item.label) : bar.length;
  const shown = menu.filter((item) => isVisible(item) && !item.isHub);
  const main = shown.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, barLength);
  return menu.map((item) => (main.includes(item) ? { ...item, isMain: true } : item));
}
