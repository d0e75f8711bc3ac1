import { resolve } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { Environment } from '#kernel/environment.ts';
import { errorForLog } from '#kernel/log-error.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { readAssets } from '#web/assets.ts';
import { addressOf, explainListening, refuseUsedPort } from '#web/running/listening.ts';
import { onClose } from '#web/running/shutdown.ts';
import { createDirectory } from './app.ts';
import { openStore } from './store.ts';

/** `AKADA_ROLE=directory`: the process in front of several installations, with a small database of its own. */
export async function serveDirectory(environment: Environment, dist: string) {
  const { databaseUrl, dataFolder, trustProxy } = environment;
  await refuseUsedPort(environment);
  const ownerUrl = databaseUrl ?? (await builtIn(dataFolder));
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 10, statement_timeout: 20_000 });
  const logger = pino({ level: environment.logLevel, serializers: { err: errorForLog } });
  pool.on('error', (error) => logger.warn({ err: error }, 'the database'));
  onClose(() => pool.end());
  const store = openStore(pool);
  await store.prepare();
  const assets = readAssets(resolve(dist, 'client'));
  const app = await createDirectory({ directory: environment.directory!, store, assets, trustProxy, logger });
  onClose(() => app.close());
  await app.listen(environment).catch((error) => {
    throw explainListening(error, environment);
  });
  console.log(`\nAkada is ready: ${addressOf(app, environment)}\n`);
}

async function builtIn(dataFolder: string): Promise<string> {
  const postgres = await startPostgres({ dataFolder, log: console.log });
  onClose(() => postgres.stop());
  return postgres.ownerUrl;
}
