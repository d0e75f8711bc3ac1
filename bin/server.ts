import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { backUpNightly } from '#kernel/backup/nightly.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { connect, type Database } from '#kernel/database.ts';
import { isFull, roomIn } from '#kernel/disk.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import { openFiles } from '#kernel/files.ts';
import { isTimed, scheduleJob, startJobs } from '#kernel/jobs/jobs.ts';
import { tidyKeysHourly } from '#kernel/idempotency.ts';
import { errorForLog } from '#kernel/log-error.ts';
import { sealLogContinually } from '#kernel/log/seal-log.ts';
import { migrate } from '#kernel/migrate.ts';
import { notifyKeepers } from '#kernel/notify.ts';
import { explainConnection } from '#kernel/postgres/connection-trouble.ts';
import { refuseLostStatements } from '#kernel/postgres/prepared-statements.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { tidyFormsNightly } from '#kernel/jobs/tidy-forms.ts';
import { tidyNotificationsNightly } from '#kernel/jobs/tidy-notifications.ts';
import { readAssets } from '#web/assets.ts';
import { beginsEmpty, fillWhenEmpty } from '#product/first-run.ts';
import { addressOf, explainListening, refuseUsedPort } from '#web/running/listening.ts';
import { collectGarbageAfterBoot } from '#web/running/collect-garbage-after-boot.ts';
import { closeInTurn, endOnSignals, onClose, onTermination } from '#web/running/shutdown.ts';

/** Half of a start: begun before the database answers. */
const loadApp = () => import('#product/app.ts');

async function main() {
  const environment = readEnvironment();
  await refuseUsedPort(environment);
  const { appUrl, hasRoom, secret } = await openDatabase(environment);
  const logger = pino({ level: environment.logLevel, serializers: { err: errorForLog } });
  const database = connect({ url: appUrl });
  onClose(() => database.close());
  const sayOnce = oftenSaid((error: Error) => logger.error({ err: error }, 'jobs'));
  const jobs = await startJobs(appUrl, sayOnce, hasRoom).catch((error) => {
    throw explainConnection(error, appUrl, 'DATABASE_APP_URL');
  });
  onClose(() => jobs.stop());
  onClose(
    sealLogContinually(
      database,
      oftenSaid((error) => logger.error({ err: error }, 'sealing the audit log')),
    ),
  );
  const services = {
    environment,
    database,
    jobs,
    hasRoom,
    files: openFiles(join(environment.dataFolder, 'files')),
    secret,
    assets: readAssets(resolve(import.meta.dirname, '../dist/client')),
    backups: await backUpNightly(jobs, environment, logger, process.env, tellKeepers(database)),
  };
  const { createApp } = await loadApp();
  // Developers see every component of the kit at /gallery; a release has none.
  const product = environment.isProduction ? undefined : (await import('#test/gallery/with-gallery.ts')).withGallery();
  const app = await createApp(services, { logger, trustProxy: environment.trustProxy, product });
  onClose(() => app.close());
  const { timeZone } = environment.backup;
  const work = { ...services, product: app.product };
  const timed = [tidyNotificationsNightly, tidyFormsNightly, tidyKeysHourly, ...app.product.jobs].filter(isTimed);
  await Promise.all(timed.map((job) => scheduleJob(jobs, work, job, timeZone)));
  for (const begin of app.product.continually)
    onClose(
      begin(
        work,
        oftenSaid((error) => logger.error({ err: error }, 'sending')),
      ),
    );
  onClose(() => app.drain());
  onTermination(() => app.leave(environment.drainSeconds));
  const lines = await fillWhenEmpty(services, beginsEmpty(process.argv, environment.databaseUrl));
  await app.listen(environment).catch((error) => {
    throw explainListening(error, environment);
  });
  const address = addressOf(app, environment);
  console.log(['', `Akada is ready: ${address}`, ...lines(address), ''].join('\n'));
  collectGarbageAfterBoot();
}

const tellKeepers = (database: Database) => () =>
  database.anonymous((tx) =>
    notifyKeepers(
      tx,
      'backup.failed',
      'The nightly backup failed',
      'Akada tries three more times, ten minutes apart. The server log has the reason, most often a full disk.',
    ),
  );

async function openDatabase(environment: Environment) {
  const { databaseUrl, databaseAppUrl, dataFolder, cell } = environment;
  // Another machine's disk is not ours to check.
  if (databaseUrl) {
    void loadApp();
    const secret = readSecret(environment);
    const { appUrl } = await migrate(databaseUrl, { appUrl: databaseAppUrl, secret, cell });
    const variable = databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL';
    await refuseLostStatements(appUrl, variable).catch((error) => {
      throw explainConnection(error, appUrl, variable);
    });
    return { appUrl, secret, hasRoom: () => true };
  }
  const postgres = await startPostgres({ dataFolder, log: console.log, meanwhile: loadApp });
  onClose(() => postgres.stop());
  const secret = readSecret(environment);
  const { appUrl } = await migrate(postgres.ownerUrl, { secret, cell });
  return { appUrl, secret, hasRoom: roomIn(dataFolder, postgres.home) };
}

/** Logged once a minute: while the database is away every poll fails, and the disk may be full. */
function oftenSaid(say: (error: Error) => void) {
  const saidAt = new Map<string, number>();
  return (error: Error) => {
    if (performance.now() - (saidAt.get(error.message) ?? -Infinity) < 60_000) return;
    if (saidAt.size > 100) saidAt.clear();
    saidAt.set(error.message, performance.now());
    say(error);
  };
}

async function fail(error: unknown) {
  const full = 'The disk is full. Free some space and start again: nothing was left half done.';
  if (error instanceof CannotStart) console.error(`\n${error.message}\n`);
  else console.error(isDiskFull(error) ? `\n${full}\n` : error);
  await closeInTurn();
  process.exit(1);
}

// The system says ENOSPC, PostgreSQL 53100; if PostgreSQL has no room for its own log, it stops without a message.
function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    ['ENOSPC', 'EDQUOT', '53100'].includes(code) || isDiskFull(error.cause) || isFull(readEnvironment().dataFolder)
  );
}

// An unhandled rejection in one request must not end the server for everyone.
process.on('unhandledRejection', (reason) => {
  console.error('A promise was rejected and nobody waited for it:', reason);
});
endOnSignals();
main().catch(fail);
