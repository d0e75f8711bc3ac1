import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';
import { identityOf } from '#kernel/postgres/processes.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';

export interface TestPostgres {
  ownerUrl: string;
  template: string;
  stop(): Promise<void>;
}

const prefix = 'akada-test-';

/** A PostgreSQL for the tests in a folder that goes when they end. */
export async function startTestPostgres(): Promise<TestPostgres> {
  removeLeftovers();
  const dataFolder = await mkdtemp(join(tmpdir(), prefix));
  // PostgreSQL's own user has to pass through.
  await chmod(dataFolder, 0o711);
  const postgres = await startPostgres({ dataFolder, durable: false, log: console.error });
  const remove = () => removeFolder(dataFolder);
  process.once('exit', remove);
  try {
    const template = 'akada_template';
    await withClient(inDatabase(postgres.ownerUrl, 'postgres'), (client) =>
      client.query(`create database ${template}`),
    );
    await migrate(inDatabase(postgres.ownerUrl, template));
    return {
      ownerUrl: postgres.ownerUrl,
      template,
      async stop() {
        await postgres.stop();
        remove();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

// A run that was killed had no time to tidy up.
function removeLeftovers() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    const [pid = '', ...identity] = read(join(folder, 'running')).split(' ');
    if (pid && identityOf(Number(pid)) !== identity.join(' ')) removeFolder(folder);
  }
}

/** Removes a data folder, also where its database had to live elsewhere. */
export function removeFolder(folder: string) {
  const place = read(join(folder, 'postgres.place')).trim();
  for (const path of [folder, ...(isAbsolute(place) ? [place] : [])]) rmSync(path, { recursive: true, force: true });
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
