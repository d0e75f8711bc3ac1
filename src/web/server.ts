import { statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { backUpNightly } from '#kernel/backup/nightly.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { connect } from '#kernel/database.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import { openFiles } from '#kernel/files.ts';
import { startJobs } from '#kernel/jobs.ts';
import { migrate } from '#kernel/migrate.ts';
import { explainConnection } from '#kernel/postgres/connection-trouble.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { readSecret } from '#kernel/secret.ts';
import { readAssets } from './assets.ts';
import { fillWhenEmpty } from './first-run.ts';
import { addressOf, explainListening, refuseUsedPort } from './listening.ts';
import { closeInTurn, endOnSignals, onClose } from './shutdown.ts';

const isEmptyWanted = process.argv.includes('--empty');

async function main() {
  const environment = readEnvironment();
  await refuseUsedPort(environment);
  // Modules are read while PostgreSQL starts.
  const appModule = import('./app.ts');
  const { appUrl } = await openDatabase(environment);
  const logger = pino({ level: environment.logLevel });
  const database = connect({ url: appUrl });
  onClose(() => database.close());
  const jobs = await startJobs(appUrl, (error) => logger.error({ err: error }, 'jobs')).catch((error) => {
    throw explainConnection(error, appUrl, 'DATABASE_APP_URL');
  });
  onClose(() => jobs.stop());
  const services = {
    environment,
    database,
    jobs,
    files: openFiles(join(environment.dataFolder, 'files')),
    secret: readSecret(environment),
    assets: readAssets(resolve(import.meta.dirname, '../../dist/client')),
    backups: await backUpNightly(jobs, environment, logger),
  };
  const { createApp } = await appModule;
  const app = await createApp(services, { logger, trustProxy: environment.trustProxy });
  onClose(() => app.close());
  const lines = await fillWhenEmpty(services, isEmptyWanted);
  await app.listen(environment).catch((error) => {
    throw explainListening(error, environment);
  });
  const address = addressOf(app, environment);
  console.log(['', `Akada is ready: ${address}`, ...lines(address), ''].join('\n'));
}

async function openDatabase({ databaseUrl, databaseAppUrl, dataFolder }: Environment) {
  if (databaseUrl) return migrate(databaseUrl, { appUrl: databaseAppUrl });
  const postgres = await startPostgres({ dataFolder, log: console.log });
  onClose(() => postgres.stop());
  return migrate(postgres.ownerUrl);
}

async function fail(error: unknown) {
  const full = 'The disk is full. Free some space and start again: nothing was left half done.';
  if (error instanceof CannotStart) console.error(`\n${error.message}\n`);
  else console.error(isDiskFull(error) ? `\n${full}\n` : error);
  await closeInTurn();
  process.exit(1);
}

// ENOSPC is what the system says, 53100 what PostgreSQL does; when its own log finds no room, it says nothing and ends.
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT', '53100'].includes(code) || isDiskFull(error.cause) || freeBytes() < 20e6;
}

function freeBytes() {
  try {
    const { bavail, bsize } = statfsSync(readEnvironment().dataFolder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}

endOnSignals();
main().catch(fail);
