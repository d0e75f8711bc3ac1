import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import type { HostLookup } from '#kernel/host-lookup.ts';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { createApp } from '#product/app.ts';
import type { AppOptions } from '#product/app.ts';
import type { Assets, Services } from '#web/routes.ts';
import { noAssets } from '#test/harness/no-assets.ts';
import { secret, unlimited, version, waitingJobs } from '#test/harness/shared-app.ts';

export interface Options extends AppOptions {
  jobs?: boolean;
  assets?: Assets;
  isProduction?: boolean;
  publicUrl?: string;
  hostLookup?: HostLookup;
  gateways?: Services['gateways'];
  providers?: Services['providers'];
}

/** An application that is made in another way than the usual one, or has a clock of its own. */
export async function ownApp(database: Database, appUrl: string, options: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'akada-files-'));
  const { jobs: waiting, sent } = waitingJobs();
  const jobs = options.jobs ? await startJobs(appUrl, () => {}) : waiting;
  const services: Services = {
    environment: { dataFolder: folder, isProduction: options.isProduction ?? false, publicUrl: options.publicUrl },
    database,
    jobs,
    secret: secret(),
    files: openFiles(join(folder, 'files')),
    hostLookup: options.hostLookup,
    gateways: options.gateways,
    providers: options.providers,
    assets: options.assets ?? noAssets(folder, version),
  };
  const app = await createApp(services, { ...unlimited, ...options });
  const close = async () => {
    await app.close();
    await jobs.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { app, services, sent, close };
}
