import { eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import { throttles } from '../accounts.schema.ts';

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
 * the first day and 24 on later days, from any number of addresses. A day without guesses resets the count. Counts
 * nothing where the condition `unless` holds.
 */
export async function countGuess(tx: Tx, key: string, free = freeGuesses, unless?: SQL): Promise<number> {
  const { failures, firstAt, blockedUntil } = throttles;
  // A start in the future means the clock was set back. One minute is allowed for waiting on a concurrent guess.
  const isAhead = sql`${firstAt} > now() + interval '1 minute'`;
  const isRunning = sql`(${blockedUntil} > now() and not ${isAhead})`;
  const isOver = sql`(${firstAt} <= now() - interval '1 day' or ${isAhead})`;
  const count = sql`(case when ${isOver} then 1 else least(${failures} + 1, 1000) end)`;
  const [row] = await tx
    .insert(throttles)
    .select(sql`select ${key}, 1, now(), null::timestamptz where not (${unless ?? sql`false`})`)
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
  return row?.wait ?? 0;
}

const addressMinutes = 15;
/** A whole school can share one IP address, so the number of different failing names counts, not of attempts. */
const namesAnAddress = 200;

const pairOf = (address: string, name: string) => `sign-in at:${address}:${name}`;
const addressOf = (address: string) => `sign-in from:${address}`;

/** Counts a name at its address, if it is new there (`countPair`). Returns the seconds of a block, or 0. */
export async function countName(tx: Tx, address: string, isNew: boolean): Promise<number> {
  const limit = { key: addressOf(address), tries: namesAnAddress, minutes: addressMinutes };
  if (isNew) return countTry(tx, [limit]);
  const [row] = await tx
    .select({
      wait: sql<number>`case when ${isBlocked} then ceil(extract(epoch from ${throttles.blockedUntil} - now())) else 0 end::int`,
    })
    .from(throttles)
    .where(eq(throttles.key, limit.key));
  return row?.wait ?? 0;
}

// A block that ends later than it could was set by a clock that has been set back.
const isBlocked = sql`${throttles.blockedUntil} > now()
  and ${throttles.blockedUntil} <= now() + make_interval(mins => ${addressMinutes + 1}::int)`;

/** Whether too many names were tried from the address, as a condition. */
export const isAddressBlocked = (address: string): SQL =>
  sql`exists (select from ${throttles} where ${throttles.key} = ${addressOf(address)} and ${isBlocked})`;

/** Remembers a name tried from an address, and says whether it is new there within 15 minutes. */
export async function countPair(tx: Tx, address: string, name: string): Promise<boolean> {
  const isOld = sql`${throttles.firstAt} <= now() - make_interval(mins => ${addressMinutes}::int) or ${throttles.firstAt} > now() + interval '1 minute'`;
  const fresh = await tx
    .insert(throttles)
    .values({ key: pairOf(address, name), failures: 1, firstAt: sql`now()` })
    .onConflictDoUpdate({ target: throttles.key, set: { firstAt: sql`now()` }, setWhere: isOld })
    .returning({ key: throttles.key });
  return fresh.length > 0;
}

/** Stops counting a name after a correct password: the address has one less. */
export async function forgetName(tx: Tx, address: string, name: string): Promise<void> {
  // Awaited here, because a query is sent only then.
  await tx.execute(sql`with counted as (delete from ${throttles} where ${throttles.key} = ${pairOf(address, name)} returning 1)
    update ${throttles} set failures = greatest(${throttles.failures} - 1, 0)
    where ${throttles.key} = ${addressOf(address)} and exists (select from counted)`);
}

/** Answers 429 with the wait, if blocked. */
export function refuseBlocked(seconds: number): void {
  if (seconds > 0) throw new TooMany(seconds);
}

/** Forgets the failures of these keys after a correct attempt. Its statements travel together. */
export async function clearFailures(tx: Tx, keys: string[]): Promise<void> {
  // Rows locked by a concurrent count are not old.
  const old = tx
    .select({ key: throttles.key })
    .from(throttles)
    .where(lt(throttles.firstAt, sql`now() - interval '1 day'`))
    .for('update', { skipLocked: true });
  await Promise.all([
    ...keys.toSorted().map((key) => tx.delete(throttles).where(eq(throttles.key, key))),
    tx.delete(throttles).where(inArray(throttles.key, old)),
  ]);
}
