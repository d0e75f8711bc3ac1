import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { StoreAccess } from '#kernel/object-place.ts';
import { memory } from './memory.ts';

interface S3rver {
  httpServer: Server;
  run(): Promise<AddressInfo>;
}
type Options = { port: number; silent: boolean; directory: string; configureBuckets: { name: string }[] };
// It has no types, and is a module of the old kind.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Options) => S3rver;

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/** A store that speaks S3 and refuses wrong signatures, with one empty bucket, to be stopped and started again. */
export async function startObjectStore(bucket = 'school') {
  const directory = mkdtempSync(join(memory(), 'akada-objects-'));
  let server: S3rver | undefined;
  let port = 0;
  async function start() {
    server = new S3rver({ port, silent: true, directory, configureBuckets: [{ name: bucket }] });
    ({ port } = await server.run());
  }
  async function stop() {
    const closing = server?.httpServer;
    server = undefined;
    if (!closing) return;
    const closed = new Promise((done) => closing.close(done));
    closing.closeAllConnections();
    await closed;
  }
  await start();
  const access: StoreAccess = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  };
  return {
    bucket,
    directory,
    access,
    /** Settings of a process that uses it. */
    env: {
      AKADA_S3_ENDPOINT: access.endpoint,
      AKADA_S3_ACCESS_KEY: access.accessKey,
      AKADA_S3_SECRET_KEY: access.secretKey,
    },
    get server() {
      return server!.httpServer;
    },
    start,
    stop,
    async remove() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
