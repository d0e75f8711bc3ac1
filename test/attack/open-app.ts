import { join } from 'node:path';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { createApp } from '#product/app.ts';
import { pendingCodes } from '#features/access/accounts/passwords/password.routes.ts';
import type { AppOptions } from '#product/app.ts';
import { noAssets } from '#test/harness/no-assets.ts';

type Handler = (data: object, signal: AbortSignal) => Promise<void>;

export async function openApp(appUrl: string, folder: string, options: AppOptions = {}) {
  const database = connect({ url: appUrl, max: 4 });
  const handlers = new Map<string, Handler>();
  const waiting: { queue: string; data: object }[] = [];
  const jobs: Jobs = {
    send: async (_tx, queue, data) => void waiting.push({ queue, data }),
    work: async (queue, handler) => void handlers.set(queue, handler as Handler),
    stop: async () => {},
  };
  const app = await createApp(
    {
      environment: { dataFolder: folder, isProduction: false },
      database,
      jobs,
      secret,
      files: openFiles(join(folder, 'files')),
      assets: noAssets(join(folder, 'web'), version),
    },
    { requestsPerMinute: false, maxEventLoopDelay: 0, ...options },
  );
  /** Does what waits in the queue, in this process and now; forgets it when the request that asked for it failed. */
  const work = async (isAsked = true) => {
    await pendingCodes();
    for (const { queue, data } of waiting.splice(0))
      if (isAsked) await handlers.get(queue)!(data, new AbortController().signal);
  };
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { app, database, work, close };
}

export const secret = Buffer.alloc(32, 7);

export const version = 'test';
