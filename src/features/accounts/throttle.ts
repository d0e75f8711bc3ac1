import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import { throttles } from './accounts.schema.ts';

export interface Limit {
  key: string;
  /** Tries within the window, and as long again the door stays shut. */
  tries: number;
  minutes: number;
}

/** Always in the same order: two transactions that touch the same keys must not wait for each other. */
const inOrder = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

/**
 * Counts a try before it is judged, so that a hundred at once are a hundred. Returns the seconds that the door stays
 * shut, or 0. The caller commits, then calls `refuseBlocked`: a refusal inside would take the count back.
 */
export async function countTry(tx: Tx, limits: Limit[]): Promise<number> {
  const waits: number[] = [];
  for (const { key, tries, minutes } of limits.toSorted(inOrder)) {
    const span = sql`make_interval(mins => ${minutes}::int)`;
    // A beginning that has not come yet: the clock was set back, and would keep the door shut for so much longer.
    const isOver = sql`(coalesce(${throttles.blockedUntil}, ${throttles.firstAt} + ${span}) <= now() or ${throttles.firstAt} > now())`;
    const [row] = await tx
      .insert(throttles)
      .values({ key, failures: 1, firstAt: sql`now()` })
      .onConflictDoUpdate({
        target: throttles.key,
        set: {
          failures: sql`case when ${isOver} then 1 else ${throttles.failures} + 1 end`,
          firstAt: sql`case when ${isOver} then now() else ${throttles.firstAt} end`,
          blockedUntil: sql`case when not (${isOver}) and ${throttles.failures} >= ${tries}::int
            then coalesce(${throttles.blockedUntil}, now() + ${span}) end`,
        },
      })
      .returning({ wait: sql<number | null>`ceil(extract(epoch from ${throttles.blockedUntil} - now()))::int` });
    waits.push(row?.wait ?? 0);
  }
  return Math.max(0, ...waits);
}

/** So many wrong guesses cost nothing; from then on each doubles the wait, up to an hour. */
export const freeGuesses = 10;
const longestWait = 60;

/**
 * Counts a guess at one account. A wait that runs is neither prolonged nor counted, so that from any number of
 * addresses there are at most 40 guesses on the first day and 24 on every other. A day without one begins anew.
 */
export async function countGuess(tx: Tx, key: string, free = freeGuesses): Promise<number> {
  const { failures, firstAt, blockedUntil } = throttles;
  // What was counted further ahead was so before the clock was set back; a minute, for who waited for another's guess.
  const isAhead = sql`${firstAt} > now() + interval '1 minute'`;
  const isRunning = sql`(${blockedUntil} > now() and not ${isAhead})`;
  const isOver = sql`(${firstAt} <= now() - interval '1 day' or ${isAhead})`;
  const count = sql`(case when ${isOver} then 1 else least(${failures} + 1, 1000) end)`;
  const [row] = await tx
    .insert(throttles)
    .values({ key, failures: 1, firstAt: sql`now()` })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        failures: sql`case when ${isRunning} then ${failures} else ${count} end`,
        firstAt: sql`case when ${isRunning} then ${firstAt} else now() end`,
        blockedUntil: sql`case when ${isRunning} then ${blockedUntil} when ${count} >= ${free}::int
          then now() + make_interval(mins => least(power(2, least(${count} - ${free}::int, 10)), ${longestWait})::int) end`,
      },
    })
    // What was counted just now began just now; whatever else stands there is the wait of a guess before.
    .returning({
      wait: sql<number>`case when ${firstAt} = now() then 0 else greatest(ceil(extract(epoch from ${blockedUntil} - now())), 1) end::int`,
    });
  return row!.wait;
}

const addressMinutes = 15;
/** A whole school sits behind one address: what counts there is how many different names fail, not how often. */
export const namesAnAddress = 200;

const pairOf = (address: string, name: string) => `sign-in at:${address}:${name}`;
const addressOf = (address: string) => `sign-in from:${address}`;

/** Counts a name that is tried from an address, once each quarter of an hour. Returns the seconds it stays shut. */
export async function countName(tx: Tx, address: string, name: string): Promise<number> {
  const isOld = sql`${throttles.firstAt} <= now() - make_interval(mins => ${addressMinutes}::int) or ${throttles.firstAt} > now() + interval '1 minute'`;
  const fresh = await tx
    .insert(throttles)
    .values({ key: pairOf(address, name), failures: 1, firstAt: sql`now()` })
    .onConflictDoUpdate({ target: throttles.key, set: { firstAt: sql`now()` }, setWhere: isOld })
    .returning({ key: throttles.key });
  const limit = { key: addressOf(address), tries: namesAnAddress, minutes: addressMinutes };
  if (fresh.length > 0) return countTry(tx, [limit]);
  const { blockedUntil } = throttles;
  const [row] = await tx
    .select({
      wait: sql<number>`case when ${blockedUntil} <= now() + make_interval(mins => ${addressMinutes + 1}::int)
        then greatest(ceil(extract(epoch from ${blockedUntil} - now())), 0) else 0 end::int`,
    })
    .from(throttles)
    .where(eq(throttles.key, limit.key));
  return row?.wait ?? 0;
}

/** The password was right: the name is none of those that fail here. Returns what to give back, once for each count. */
export async function forgetName(tx: Tx, address: string, name: string): Promise<string[]> {
  const counted = await tx.delete(throttles).where(eq(throttles.key, pairOf(address, name)));
  return counted.rowCount ? [addressOf(address)] : [];
}

/** 429 with the minutes, when the door is shut. */
export function refuseBlocked(seconds: number): void {
  if (seconds > 0) throw new TooMany(seconds);
}

/** The try was right: the failures under `forget` are forgiven, under `giveBack` only this one was none. */
export async function clearFailures(
  tx: Tx,
  { forget, giveBack = [] }: { forget: string[]; giveBack?: string[] },
): Promise<void> {
  const keys = [...forget.map((key) => ({ key, isOver: true })), ...giveBack.map((key) => ({ key, isOver: false }))];
  for (const { key, isOver } of keys.toSorted(inOrder)) {
    const isKey = eq(throttles.key, key);
    if (isOver) await tx.delete(throttles).where(isKey);
    else
      await tx
        .update(throttles)
        .set({ failures: sql`greatest(${throttles.failures} - 1, 0)` })
        .where(isKey);
  }
  // What somebody else is just counting is not old.
  const old = tx
    .select({ key: throttles.key })
    .from(throttles)
    .where(lt(throttles.firstAt, sql`now() - interval '1 day'`))
    .for('update', { skipLocked: true });
  await tx.delete(throttles).where(inArray(throttles.key, old));
}
