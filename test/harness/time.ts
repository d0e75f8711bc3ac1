import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { withClient } from '#test/harness/client.ts';

/** Waits for a condition, however busy the machine is: the limit is for what never comes. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
  within = 600_000,
): Promise<void> {
  for (const end = Date.now() + within; !(await isSo());) {
    if (Date.now() > end) throw new Error(`Waited ${within / 1000} s: ${what}`);
    await wait(10);
  }
}

/** Waits until a statement in this database waits for a lock. */
export const untilBlocked = (ownerUrl: string) =>
  withClient(ownerUrl, (client) =>
    until(async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return Number(rowCount) > 0;
    }, 'nobody waits for a lock'),
  );

/**
 * Waits by the page's own clock, for what must not happen: timers of the page that are due earlier have run by then,
 * also on a busy machine.
 */
export const pageTime = (page: Page, milliseconds: number) =>
  page.evaluate((time) => new Promise<void>((done) => void setTimeout(done, time)), milliseconds);

/** Waits for what must not happen, where no clock and no condition tells. It proves less on a busy machine. */
export const nothingFor = (milliseconds: number) => wait(milliseconds);

/** Whether a time lies between another and now, however long the test took; two processes may read a second apart. */
export const isSince = (time: number, before: number) => time >= before - 1000 && time <= Date.now() + 1000;

/** A pause that is part of what is tested: a slow line, a slow worker. */
export const pause = (milliseconds: number) => wait(milliseconds);
