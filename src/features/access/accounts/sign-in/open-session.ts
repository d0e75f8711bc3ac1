import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { sessions } from '#kernel/identity.schema.ts';
import { hashToken, newToken } from '#kernel/secrets/keys.ts';
import type { Services } from '#web/routes.ts';

export type AuthServices = Pick<Services, 'database' | 'secret'>;

/** The device and address of a request. */
export interface Visit {
  address: string;
  device: string;
  requestId: string;
  /** sha256 of the session cookie sent with the request. */
  sessionToken: Buffer | null;
  /** The cookie that lists the accounts this device is known for. */
  devices: string;
}

export interface Person {
  id: number;
  name: string;
}

export const sessionDays = 30;

/**
 * Opens a session with a new token and ends the one sent with the request, against session fixation. Returns the
 * cookie's value.
 */
export async function openSession(tx: Tx, accountId: number, visit: Visit): Promise<string> {
  const token = newToken();
  await Promise.all([
    visit.sessionToken && endSession(tx, visit.sessionToken),
    tx.delete(sessions).where(and(eq(sessions.accountId, accountId), lt(sessions.expiresAt, sql`now()`))),
    tx.insert(sessions).values({
      accountId,
      tokenHash: hashToken(token),
      address: visit.address,
      device: visit.device,
      expiresAt: sql`now() + make_interval(days => ${sessionDays})`,
    }),
  ]);
  return token;
}

export const endSession = (tx: Tx, token: Buffer) =>
  tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.tokenHash, token), isNull(sessions.endedAt)));

/** Ends all sessions of an account, or all except one. Returns their number. */
export async function endSessions(tx: Tx, accountId: number, exceptId?: number): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        exceptId === undefined ? undefined : ne(sessions.id, exceptId),
      ),
    );
  return ended.rowCount ?? 0;
}

/** Adds all institutions of an account to the transaction, before it is signed in. Returns their ids. */
export async function enterInstitutionsOf(tx: Tx, accountId: number): Promise<number[]> {
  const answer = await query<{ ids: number[] }>(tx, render)`
    select akada_institutions_of(${accountId}) as ids, set_config('akada.institutions', akada_institutions_of(${accountId})::text, true)`;
  return answer[0]!.ids;
}

/** Adds institutions to the transaction that are known to be the account's. */
export async function enterInstitutions(tx: Tx, ids: number[]): Promise<void> {
  await query(tx, sql`select set_config('akada.institutions', ${`{${ids.join()}}`}, true)`);
}

/** Records a person's change to their own account in the audit log of each of their institutions, which may be entered already. */
export async function recordOwn(
  tx: Tx,
  person: Person,
  visit: Pick<Visit, 'requestId' | 'address' | 'device'>,
  action: string,
  summary: string,
  entered?: number[],
) {
  const places = entered ?? (await enterInstitutionsOf(tx, person.id));
  const [first] = places;
  if (first === undefined) return;
  await recordMany(
    tx,
    { ...systemActor(first, person.name, person.id), requestId: visit.requestId },
    action,
    places.map((institutionId) => ({
      institutionId,
      summary,
      subject: { type: 'account', id: person.id },
      details: { address: visit.address, device: visit.device },
    })),
  );
}
