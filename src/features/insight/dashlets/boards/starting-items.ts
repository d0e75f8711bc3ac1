import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import type { RoleKey } from '#kernel/contracts/role-names.ts';
import type { DashletItem } from '../dashlets.ts';
import { usualDashlets, type UsualDashlet } from './usual.ts';

const startingWith = 8;

/** Whose page it is: a user with one of the usual roles there, or the role itself. */
export interface Viewer {
  permissions: ReadonlySet<string>;
  role: RoleKey | null;
}

/** What somebody sees whose page nobody has arranged: what is usual for the role, or the first that they can see. */
export function startingItems(ready: readonly ReadyDashlet[], { permissions, role }: Viewer): DashletItem[] {
  const open = ready.filter(({ may }) => may.some((one) => permissions.has(one)));
  const usual = role && usualDashlets[role];
  const chosen: readonly UsualDashlet[] = usual ?? open.slice(0, startingWith).map(({ key }) => key);
  return chosen.flatMap((dashlet): DashletItem[] => {
    if (typeof dashlet !== 'string') return [{ id: null, kind: 'custom_dashlet', ...dashlet }];
    const found = open.find(({ key }) => key === dashlet);
    return found ? [{ id: null, kind: found.key, name: null, size: found.size, custom: null }] : [];
  });
}
