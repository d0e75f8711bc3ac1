import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import { throttles } from './accounts.schema.ts';

export interface Limit {
  key: string;
  /** Attempts allowed per window; exceeding them blocks for another window. */
  tries: number;
  minutes: number;
}

/** A fixed order, so that two transactions with the same keys cannot deadlock. */
const inOrder = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

/**
 * Counts an attempt before it is checked, so that concurrent ones all count. Returns the seconds of a block, or 0.
 * Commit, then call `refuseBlocked`: an error inside the transaction would roll back the count.
 */
export async function countTry(tx: Tx, limits: Limit[]): Promise<number> {
  const waits: number[] = [];
  for (const { key, tries, minutes } of limits.toSorted(inOrder)) {
    const span = sql`make_interval(mins => ${minutes}::int)`;
    // A start in the future means the clock was set back; it must not extend the block.
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

/** Failed guesses without a wait; each further one doubles the wait, up to an hour. */
export const freeGuesses = 10;
const longestWait = 60;

/**
 * Counts a guess at one account. Guesses during a wait neither count nor extend it, so there are at most 40 guesses on
 * the first day and 24 on later days, from any number of addresses. A day without guesses resets the count.
 */
export async function countGuess(tx: Tx, key: string, free = freeGuesses): Promise<number> {
  const { failures, firstAt, blockedUntil } = throttles;
  // A start in the future means the clock was set back. One minute is allowed for waiting on a concurrent guess.
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
    // A start of now means this guess was counted; otherwise an earlier wait is still running.
    .returning({
      wait: sql<number>`case when ${firstAt} = now() then 0 else greatest(ceil(extract(epoch from ${blockedUntil} - now())), 1) end::int`,
    });
  return row!.wait;
}

const addressMinutes = 15;
/** A whole school can share one IP address, so the number of different failing names counts, not of attempts. */
export const namesAnAddress = 200;

const pairOf = (address: string, name: string) => `sign-in at:${address}:${name}`;
const addressOf = (address: string) => `sign-in from:${address}`;

/** Counts a name tried from an address, once per 15 minutes. Returns the seconds of a block, or 0. */
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

/** Stops counting a name after a correct password. Returns the keys whose count to reduce. */
export async function forgetName(tx: Tx, address: string, name: string): Promise<string[]> {
  const counted = await tx.delete(throttles).where(eq(throttles.key, pairOf(address, name)));
  return counted.rowCount ? [addressOf(address)] : [];
}

/** Answers 429 with the wait, if blocked. */
export function refuseBlocked(seconds: number): void {
  if (seconds > 0) throw new TooMany(seconds);
}

/** After a correct attempt: clears the failures under `forget`, and takes back one count under `giveBack`. */
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
  // Rows locked by a concurrent count are not old.
  const old = tx
    .select({ key: throttles.key })
    .from(throttles)
    .where(lt(throttles.firstAt, sql`now() - interval '1 day'`))
    .for('update', { skipLocked: true });
  await tx.delete(throttles).where(inArray(throttles.key, old));
}
