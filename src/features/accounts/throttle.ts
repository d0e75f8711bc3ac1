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
 * shut, or 0. The caller commits, then calls `refuseShut`: a refusal inside would take the count back.
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

/** 429 with the minutes, when the door is shut. */
export function refuseShut(seconds: number): void {
  if (seconds > 0) throw new TooMany(seconds);
}

/** The try was right: the failures under `forget` are forgiven, under `giveBack` only this one was none. */
export async function forgive(
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
