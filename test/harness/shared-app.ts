import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { clearCaches } from '#kernel/cache-registry.ts';
import { pendingCodes } from '#features/access/accounts/passwords/password.routes.ts';
import { createApp } from '#product/app.ts';
import type { Product } from '#web/feature.ts';
import type { Assets, Services } from '#web/routes.ts';
import { compileRoutesOnce } from '#test/harness/compile-routes-once.ts';
import { noAssets } from '#test/harness/no-assets.ts';

export const version = 'test';
export const secret = () => Buffer.alloc(32, 7);
/** What every application of a test is made with: tests send more than a person would, on a busy machine. */
export const unlimited = { requestsPerMinute: false, maxEventLoopDelay: 0 } as const;

export type SharedApp = Awaited<ReturnType<typeof shareApp>>;

/** Jobs that nobody works on wait in memory, where a test sees that they were asked for. */
export function waitingJobs(): { jobs: Jobs; sent: { queue: string; data: object }[] } {
  const sent: { queue: string; data: object }[] = [];
  const jobs: Jobs = {
    send: async (_tx, queue, data) => void sent.push({ queue, data }),
    work: async () => {},
    stop: async () => {},
  };
  return { jobs, sent };
}

/** An application that browsers can reach, with the files that they load. */
export interface Reachable {
  assets: Assets;
  product: Product;
}

/**
 * The application that most worlds ask for, over a database that they use one after the other: to make one takes longer
 * than most tests. What it keeps in memory is forgotten in between.
 */
export async function shareApp(database: Database, reachable?: Reachable) {
  compileRoutesOnce();
  const folder = mkdtempSync(join(tmpdir(), 'akada-files-'));
  const { jobs, sent } = waitingJobs();
  const environment: Services['environment'] = { dataFolder: folder, isProduction: false };
  const made: Services = {
    environment,
    database,
    jobs,
    secret: secret(),
    files: openFiles(join(folder, 'files')),
    assets: reachable?.assets ?? noAssets(folder, version),
  };
  const pristine = [environment, jobs, made.files, made.assets, made].map((part) => [part, { ...part }] as const);
  const app = await createApp(made, { ...unlimited, product: reachable?.product });
  const { drain } = app;
  let isSpent = false;
  app.addHook('onClose', async () => void (isSpent = true));
  app.drain = () => {
    isSpent = true;
    return drain();
  };

  const url = reachable ? await app.listen({ port: 0, host: '127.0.0.1' }) : '';

  async function close() {
    app.server.closeAllConnections();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }

  return {
    app,
    services: made,
    sent,
    folder,
    /** Where browsers find it; the same for every world, so that what they have compiled is of use again. */
    url,
    begin() {
      // A test may have put something in place of what was there.
      for (const [part, was] of pristine) {
        for (const name of Object.keys(part)) if (!(name in was)) delete (part as Record<string, unknown>)[name];
        Object.assign(part, was);
      }
      clearCaches();
      app.publicAddress.forget();
    },
    /** Whether it can serve another world; one that a test let listen, that drains or is closed is thrown away. */
    async end(): Promise<boolean> {
      app.server.closeAllConnections();
      // Streams hear of it in the next turn, while the database still listens for them.
      await nextTurn();
      await pendingCodes();
      sent.length = 0;
      if (isSpent || app.server.listening !== Boolean(reachable)) return close().then(() => false);
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
      return true;
    },
    close,
  };
}
