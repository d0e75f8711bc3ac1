import { and, eq, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { visibleTo } from '../groups/find-group.ts';
import { messageGroups } from '../messages.schema.ts';
import type { Audience, PlainAudience } from './audience.ts';

/** What an audience consists of: itself, or the rules of its groups, which the actor must see. */
export async function plainAudiences(
  db: Db,
  actor: Actor,
  institutionId: number,
  { of, by }: Audience,
): Promise<PlainAudience[]> {
  if (of !== 'groups') return [{ of, by }];
  const ids = by.flatMap((rule) => (rule.kind === 'group' ? rule.ids : []));
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: messageGroups.id, audience: messageGroups.audience })
    .from(messageGroups)
    .where(
      and(
        eq(messageGroups.institutionId, institutionId),
        visibleTo(actor, institutionId),
        inArray(messageGroups.id, ids),
      ),
    );
  if (found.length < new Set(ids).size) throw new NotFound('group');
  return found.map(({ audience }) => audience);
}
