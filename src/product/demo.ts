import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { allowClosed } from '#kernel/closed-sessions.ts';
import { query, render, type Database, type Tx } from '#kernel/database.ts';
import type { Files } from '#kernel/files.ts';
import type { Demo, DemoInstitution, DemoSignIn, DemoStep } from '#web/feature.ts';
import { product } from './features.ts';

/**
 * Fills an empty database with the demonstration group: a secondary school and a college, always the same except for
 * the passwords, which are returned to be shown once. All or nothing. Without a place for files (null) the group has no
 * pictures, which is faster.
 */
export async function loadDemo({ database, files, secret, withHistory = true }: Place): Promise<DemoSignIn[]> {
  const loaded = await Promise.all(product.features.map(({ demo }) => demo?.() ?? []));
  const wanted = loaded.flat().filter(({ isHistory }) => withHistory || !isHistory);
  const steps = wanted.toSorted((one, other) => one.place - other.place);
  const load = () =>
    database.asSystem([], async (tx) => {
      // On a slow machine this takes longer than anything that somebody waits for; a second process waits for it as well.
      await tx.execute(
        sql`select set_config('lock_timeout', '3min', true), set_config('statement_timeout', '3min', true)`,
      );
      await allowClosed(tx, 'demonstration');
      await waitForTurn(tx);
      const demo: Demo = { school: begin('school'), college: begin('college'), signIns: [], files, secret, product };
      for (const step of steps) {
        await step.load(tx, demo);
        await tx.execute(sql`select akada_count_new_rows()`);
      }
      return demo.signIns;
    });
  return steps.reduce((work, { around }: DemoStep) => (around ? () => around({ files }, work) : work), load)();
}

/** A statement that waited for the other process would be taken for one of a database that no longer answers. */
async function waitForTurn(tx: Tx): Promise<void> {
  for (;;) {
    const rows = await query<{ isOurs: boolean }>(
      tx,
      render(sql`select pg_try_advisory_xact_lock(hashtext('akada demonstration')) as "isOurs"`),
    );
    if (rows[0]!.isOurs) return;
    await wait(200);
  }
}

interface Place {
  database: Database;
  files: Files | null;
  secret: Buffer;
  /** Without it, marks and results begin with the current session. */
  withHistory?: boolean;
}

// The features fill in the rest, in order of their places.
const begin = (key: DemoInstitution['key']) => ({ key }) as DemoInstitution;
