import { registerPersonalData } from '#kernel/personal-data/personal-data.ts';
import type { Permission } from '#kernel/permissions.ts';
import { approvalKinds } from '#kernel/contracts/approval-kind.ts';
import { roleNames, type RoleKey, type StartingRoles } from '#kernel/contracts/role-names.ts';
import type { Audience } from '#kernel/contracts/audience.ts';
import type { Feature, Product } from '#web/feature.ts';
import type { MenuEntry, MenuSection } from '#web/menu-entry.ts';

/** Combines features in their order. Refuses two with the same name. */
export function assemble(features: readonly Feature[]): Product {
  const all = <Part>(part: (feature: Feature) => readonly Part[] | undefined) =>
    features.flatMap((feature) => part(feature) ?? []);
  const byPlace = <Placed extends { place: number }>(placed: readonly Placed[]) =>
    placed.toSorted((one, other) => one.place - other.place);
  const permissions = mergeWords(features, 'permissions');
  const approvals = approvalKinds(...all((feature) => feature.approvals));
  const menuSections = byPlace(all((feature) => feature.menuSections));
  const menu = byPlace(all((feature) => feature.menu));
  refuseUnknownGroups(menuSections, menu);
  const resolve = (may: Audience) => (typeof may === 'function' ? may({ approvals }) : may);
  return {
    features,
    permissions,
    startingRoles: startingRoles(features, Object.keys(permissions) as Permission[]),
    nouns: { ...mergeWords(features, 'nouns'), backup: 'Backup' },
    menuSections,
    menu: menu.map((entry) => ({ ...entry, may: resolve(entry.may) })),
    tours: all((feature) => feature.tours).map((tour) => ({
      page: tour.name,
      version: 1,
      ...tour,
      may: resolve(tour.may),
    })),
    confirmations: Object.assign({}, ...features.map(({ confirmations }) => confirmations)) as Product['confirmations'],
    profileTabs: byPlace(all((feature) => feature.profileTabs)),
    homeCards: byPlace(all((feature) => feature.homeCards)),
    offlineApps: all((feature) => feature.offlineApps),
    calendarSources: all(({ calendarSources }) => calendarSources),
    profileOverviews: all((feature) => feature.profileOverviews),
    approvals,
    events: all(({ events }) => events),
    reports: {
      subjects: byPlace(all(({ reports }) => reports?.subjects)),
      joins: all(({ reports }) => reports?.joins),
      fields: all(({ reports }) => reports?.fields),
      lists: all(({ reports }) => reports?.lists),
    },
    exports: all(({ exports }) => exports),
    dashlets: byPlace(all(({ dashlets }) => dashlets)),
    pendingTasks: byPlace(all(({ pendingTasks }) => pendingTasks)),
    unfinished: byPlace(all(({ unfinished }) => unfinished)),
    personalData: registerPersonalData(all(({ personalData }) => personalData && [personalData])),
    jobs: all((feature) => feature.jobs),
    incoming: all(({ incoming }) => incoming && [incoming]),
    continually: all((feature) => feature.continually),
  };
}

/** Entries in a group that their section does not have would be missing from every menu. */
function refuseUnknownGroups(sections: readonly MenuSection[], menu: readonly MenuEntry[]): void {
  for (const { section, group, href } of menu)
    if (group && !sections.find(({ key }) => key === section)?.groups?.[group])
      throw new Error(`The menu entry ${href} is in the group ${group}, which the section ${section} does not have.`);
}

function mergeWords(features: readonly Feature[], kind: 'permissions' | 'nouns'): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const { name, [kind]: words = {} } of features)
    for (const [key, text] of Object.entries(words)) {
      if (key in merged) throw new Error(`Two features have ${kind} named ${key}; one of them is ${name}.`);
      merged[key] = text;
    }
  return merged;
}

function startingRoles(features: readonly Feature[], owners: readonly Permission[]): StartingRoles {
  const keys = Object.keys(roleNames) as RoleKey[];
  const of = (key: RoleKey) => (key === 'owner' ? owners : features.flatMap(({ roles }) => roles?.[key] ?? []));
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<RoleKey, readonly Permission[]>;
}
