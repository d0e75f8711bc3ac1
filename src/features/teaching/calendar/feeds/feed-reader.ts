import { sql } from 'drizzle-orm';
import { systemActor, type Actor, type ActorInstitution } from '#kernel/actor.ts';
import { query, render, type Database } from '#kernel/database.ts';

interface StoredReader {
  accountId: number;
  name: string;
  username: string;
  isGroupAdministrator: boolean;
  readAt: string | null;
  institutions:
    | (Pick<ActorInstitution, 'id' | 'name' | 'shortName' | 'timeZone'> & { memberships: Membership[] })[]
    | null;
}
interface Membership {
  roleKey: string;
  permissions: string[];
  employeeId: number | null;
  studentId: number | null;
  guardianId: number | null;
}

export interface FeedReader {
  actor: Actor;
  readAt: string | null;
}

/** The person behind the secret address of a calendar, with what they may see now; null if there is none, or no more. */
export async function feedReader(
  database: Database,
  tokenHash: Buffer,
  allPermissions: readonly string[],
): Promise<FeedReader | null> {
  const stored = await database.anonymous(async (tx) => {
    const rows = await query<{ reader: StoredReader | null }>(
      tx,
      render(sql`select akada_calendar_reader(${tokenHash}) as reader`),
    );
    return rows[0]!.reader;
  });
  if (!stored?.institutions) return null;
  const { readAt, institutions, ...person } = stored;
  const nobody = systemActor(0, stored.name, stored.accountId);
  const actor: Actor = {
    ...nobody,
    ...person,
    institutions: institutions.map(({ memberships, ...institution }) => {
      const isOwner = stored.isGroupAdministrator || memberships.some(({ roleKey }) => roleKey === 'owner');
      const ids = (of: (one: Membership) => number | null) => [
        ...new Set(memberships.map(of).filter((id) => id !== null)),
      ];
      return {
        ...nobody.institutions[0]!,
        ...institution,
        isOwner,
        permissions: new Set(isOwner ? allPermissions : memberships.flatMap(({ permissions }) => permissions)),
        employeeIds: ids(({ employeeId }) => employeeId),
        studentIds: ids(({ studentId }) => studentId),
        guardianIds: ids(({ guardianId }) => guardianId),
      };
    }),
  };
  return { actor, readAt };
}
