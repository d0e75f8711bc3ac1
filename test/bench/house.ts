import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { onClose } from '#web/running/shutdown.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { openDriver } from './load.ts';

/** A data folder of the benchmark's own, gone with it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'akada-bench-'));
  // PostgreSQL's own user has to pass through.
  chmodSync(folder, 0o711);
  onClose(async () => removeFolder(folder));
  return folder;
}

/** What every measured school stands in: a PostgreSQL in such a folder, and the process that sends requests. */
export async function openHouse() {
  const dataFolder = temporaryFolder();
  const postgres = await startPostgres({ dataFolder, log: console.error });
  onClose(() => postgres.stop());
  const { ownerUrl, pid: postgresPid } = postgres;
  const house = { ownerUrl, dataFolder, secret: randomBytes(32).toString('hex'), postgresPid, driver: openDriver() };
  return { house, stopPostgres: () => postgres.stop() };
}
