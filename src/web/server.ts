import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { CannotStart } from '#kernel/cannot-start.ts';
import { connect } from '#kernel/database.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { openFiles } from '#kernel/files.ts';
import { startJobs } from '#kernel/jobs.ts';
import { migrate } from '#kernel/migrate.ts';
import { explainConnection } from '#kernel/postgres/connection-trouble.ts';
import { readSecret } from '#kernel/secret.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { addressOf, explainListening, refuseUsedPort } from './listening.ts';
import { readAssets } from './assets.ts';
import { fillWhenEmpty } from './first-run.ts';
import { closeInTurn, endOnSignals, onClose } from './shutdown.ts';

const isEmptyWanted = process.argv.includes('--empty');

async function main() {
  const environment = readEnvironment();
  await refuseUsedPort(environment);
  // Modules are read while PostgreSQL starts.
  const appModule = import('./app.ts');
  const jobsModule = import('#features/imports/imports.jobs.ts');
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
  };
  const { createApp } = await appModule;
  const { workOnImports } = await jobsModule;
  const app = await createApp(services, { logger, trustProxy: environment.trustProxy });
  onClose(() => app.close());
  const told = await fillWhenEmpty(services, isEmptyWanted);
  await workOnImports(services);
  await app.listen(environment).catch((error) => Promise.reject(explainListening(error, environment)));
  tell(addressOf(app, environment), told);
}

async function openDatabase(environment: ReturnType<typeof readEnvironment>) {
  const { databaseUrl, databaseAppUrl, dataFolder } = environment;
  if (databaseUrl) return migrate(databaseUrl, { appUrl: databaseAppUrl });
  const postgres = await startPostgres({ dataFolder, log: console.log });
  onClose(() => postgres.stop());
  return migrate(postgres.ownerUrl);
}

function tell(address: string, lines: (address: string) => string[]) {
  console.log(['', `Akada is ready: ${address}`, ...lines(address), ''].join('\n'));
}

async function fail(error: unknown) {
  const told = isDiskFull(error)
    ? 'The disk is full. Free some space and start again: nothing was left half done.'
    : error;
  console.error(told instanceof CannotStart ? `\n${told.message}\n` : told);
  await closeInTurn();
  process.exit(1);
}

// ENOSPC is what the system says, 53100 what PostgreSQL does; either may be the cause of another error.
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ['ENOSPC', 'EDQUOT', '53100'].includes((error as NodeJS.ErrnoException).code ?? '') || isDiskFull(error.cause);
}

endOnSignals();
main().catch(fail);
