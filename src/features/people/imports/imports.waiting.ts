import { and, eq, inArray, sql } from 'drizzle-orm';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { mayImport, visibleTo } from './imports.policy.ts';
import { imports } from './imports.schema.ts';

/** Files that the actor uploaded and has not imported yet: columns to map, or problems to look at. */
export const importWaiting: readonly WaitingWork[] = [
  {
    place: 65,
    may: mayImport,
    isLive: true,
    async load(db, actor, wanted) {
      const [row] = await db
        .select({
          count: sql<number>`count(*)::int`,
          bad: sql<number>`count(*) filter (where ${imports.badCount} > 0)::int`,
          latest: sql<number>`max(${imports.id})::int`,
        })
        .from(imports)
        .where(
          and(
            visibleTo(actor, wanted),
            eq(imports.accountId, actor.accountId!),
            inArray(imports.state, ['uploaded', 'checked']),
          ),
        );
      const { count, bad, latest } = row!;
      return waitingItem(count, {
        one: bad > 0 ? 'import with problems to look at' : 'import to finish',
        many: bad > 0 ? `imports to finish, ${bad} with problems` : 'imports to finish',
        href: `/imports/${latest}`,
        action: 'Continue',
      });
    },
  },
];
