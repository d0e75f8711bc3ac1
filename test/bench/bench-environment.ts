import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { onClose } from '#web/running/shutdown.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { openDriver } from './load.ts';

/** A temporary data folder, removed with the benchmark. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'akada-bench-'));
  // PostgreSQL's own user has to traverse it.
  chmodSync(folder, 0o711);
  onClose(async () => removeFolder(folder));
  return folder;
}

/** The environment of every measured school: a PostgreSQL in a temporary folder, and the process that sends requests. */
export async function openEnvironment() {
  const dataFolder = temporaryFolder();
  const postgres = await startPostgres({ dataFolder, log: console.error });
  onClose(() => postgres.stop());
  const { ownerUrl, pid: postgresPid } = postgres;
  const environment = {
    ownerUrl,
    dataFolder,
    secret: randomBytes(32).toString('hex'),
    postgresPid,
    driver: openDriver(),
  };
  return { environment, stopPostgres: () => postgres.stop() };
}
