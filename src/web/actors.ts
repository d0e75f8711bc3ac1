import { sql } from 'drizzle-orm';
import type { Actor, ActorInstitution } from '#kernel/actor.ts';
import { render, type Database, query } from '#kernel/database.ts';
import { countLookups, registerCache } from '#kernel/cache-registry.ts';

interface StoredActor extends Omit<Actor, 'token' | 'institutions'> {
  lastSeenAt: string;
  institutions: (Omit<
    ActorInstitution,
    'roles' | 'isOwner' | 'permissions' | 'employeeIds' | 'studentIds' | 'guardianIds'
  > & {
    memberships: {
      roleKey: string;
      roleName: string;
      permissions: string[];
      employeeId: number | null;
      studentId: number | null;
      guardianId: number | null;
    }[];
  })[];
}

const size = 5000;
const seenEvery = 60_000;

/**
 * Actors by session, cached in this process. Nothing here is trusted: each transaction first checks that the session
 * exists and the actor's version is current, so ended sessions and removed roles apply at once.
 */
export function actorCache(database: Database, allPermissions: readonly string[]) {
  const known = registerCache(new Map<string, { actor: Actor; seenAt: number }>());
  const count = countLookups('actors');

  async function load(token: Buffer): Promise<Actor | null> {
    const key = token.toString('base64');
    known.delete(key);
    const stored = await database.anonymous(async (tx) => {
      const answer = await query<{ actor: StoredActor | null }>(tx, render)`select akada_actor(${token}) as actor`;
      return answer[0]!.actor;
    });
    if (!stored) return null;
    const actor = actorFrom(stored, token, allPermissions);
    if (known.size >= size) known.delete(known.keys().next().value!);
    known.set(key, { actor, seenAt: Date.parse(stored.lastSeenAt) });
    return actor;
  }

  /** The cached actor; undefined if the session is not cached. `isSeen`: the user is active. */
  function recall(token: Buffer, isSeen = true): Actor | undefined {
    const found = known.get(token.toString('base64'));
    count(found !== undefined);
    if (found && isSeen && Date.now() - found.seenAt > seenEvery) {
      found.seenAt = Date.now();
      // Idle time is counted in minutes, so a lost update does no harm.
      void database
        .anonymous((tx) =>
          tx.execute(sql`update sessions set last_seen_at = now() where token_hash = ${token} and ended_at is null`),
        )
        .catch(() => {});
    }
    return found?.actor;
  }

  return {
    load,
    known: recall,
    /** The actor, cached or loaded; null if the session has ended. */
    find: async (token: Buffer, isSeen = true): Promise<Actor | null> => recall(token, isSeen) ?? load(token),
    forget: (token: Buffer) => void known.delete(token.toString('base64')),
  };
}

function actorFrom({ lastSeenAt: _, ...stored }: StoredActor, token: Buffer, allPermissions: readonly string[]): Actor {
  return {
    ...stored,
    token,
    institutions: stored.institutions.map(({ memberships, ...institution }) => ({
      ...institution,
      roles: memberships.map((membership) => membership.roleName),
      roleKeys: memberships.map((membership) => membership.roleKey),
      isOwner: mayAll(stored, memberships),
      permissions: new Set(
        mayAll(stored, memberships) ? allPermissions : memberships.flatMap((membership) => membership.permissions),
      ),
      employeeIds: present(memberships.map((membership) => membership.employeeId)),
      studentIds: present(memberships.map((membership) => membership.studentId)),
      guardianIds: present(memberships.map((membership) => membership.guardianId)),
    })),
  };
}

// An owner has all permissions, including those of a newer version.
const mayAll = (account: { isGroupAdministrator: boolean }, memberships: { roleKey: string }[]) =>
  account.isGroupAdministrator || memberships.some(({ roleKey }) => roleKey === 'owner');

const present = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
