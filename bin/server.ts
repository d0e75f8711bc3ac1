import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino, type Logger } from 'pino';
import { backUpNightly, drillWeekly } from '#kernel/backup/nightly.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { connect, type Database } from '#kernel/database.ts';
import { isFull, roomIn } from '#kernel/disk.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import { isTimed, scheduleJob, startJobs } from '#kernel/jobs/jobs.ts';
import { tidyKeysHourly } from '#kernel/idempotency.ts';
import { errorForLog } from '#kernel/log-error.ts';
import { sealLogContinually } from '#kernel/log/seal-log.ts';
import { isSmall } from '#kernel/memory.ts';
import { migrate } from '#kernel/migrate.ts';
import { notifyKeepers } from '#kernel/notify.ts';
import { asRole, passwordIn } from '#kernel/postgres/address.ts';
import { explainConnection } from '#kernel/postgres/connection-trouble.ts';
import { refuseLostStatements } from '#kernel/postgres/prepared-statements.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { carriedBy, carryKeys } from '#kernel/secrets/keys.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { tidyFormsNightly } from '#kernel/jobs/tidy-forms.ts';
import { tidyNotificationsNightly } from '#kernel/jobs/tidy-notifications.ts';
import { readAssets } from '#web/assets.ts';
import { beginsEmpty, fillWhenEmpty } from '#product/first-run.ts';
import { addressOf, explainListening, refuseUsedPort } from '#web/running/listening.ts';
import { collectGarbageAfterBoot } from '#web/running/collect-garbage-after-boot.ts';
import { closeInTurn, endOnSignals, onClose, onTermination } from '#web/running/shutdown.ts';
import { openTraces } from '#web/running/traces.ts';
import { affordable, askPrimary, connectionsOfEach, placeHere, poolOfEach, runProcesses } from './server/processes.ts';
import { hearOthers, tellWorkers, warnOfIdleJobs } from './server/other-processes.ts';
import { openReplica } from './server/replica.ts';
import { countStore } from './server/shared-counts.ts';
import { folderOf, keepTidy, objectsOf } from './objects/open-files.ts';

/** Half of a start: begun before the database answers. */
const loadApp = () => import('#product/app.ts');

async function main() {
  const environment = readEnvironment();
  if (environment.role === 'directory')
    return (await import('./directory/serve.ts')).serveDirectory(environment, resolve(import.meta.dirname, '../dist'));
  const place = placeHere();
  if (place !== undefined) return serve(environment, { ...(await openedByPrimary(environment)), place });
  await refuseUsedPort(environment);
  if (environment.processes === 1) return serve(environment, await openDatabase(environment, loadApp));
  const opened = await openDatabase(environment, () => {});
  const processes = environment.isCountChosen
    ? environment.processes
    : affordable(environment.processes, await connectionsOf(opened.appUrl));
  const carried = carriedBy(opened.secret).map(({ purpose, key }) => ({ purpose, key: key.toString('base64') }));
  await runProcesses(processes, { ...opened, carried }, console.log);
}

async function connectionsOf(appUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  const { rows } = await client.query<{ most: number }>(`select current_setting('max_connections')::int as most`);
  await client.end();
  return rows[0]!.most;
}

interface Served {
  appUrl: string;
  secret: Buffer;
  hasRoom: () => boolean;
  /** One of several processes, from 0. */
  place?: number;
  primary?: ReturnType<typeof askPrimary>;
}

async function serve(environment: Environment, { appUrl, secret, hasRoom, place = 0, primary }: Served) {
  const role = place === 0 ? environment.role : 'web';
  const logger = pino({ level: environment.logLevel, serializers: { err: errorForLog } });
  const traces = environment.tracesTo ? await openTraces(environment.tracesTo) : undefined;
  // A collector that does not answer must not keep us.
  if (traces) onClose(() => Promise.race([traces.close(), wait(3000)]));
  const connected = connect({ url: appUrl, ...poolIn(primary) });
  const database = traces?.ofDatabase(connected) ?? connected;
  onClose(() => database.close());
  const replica = readReplicaOf(environment, { database, appUrl, primary });
  const started = await openJobs(environment, {
    database,
    appUrl,
    hasRoom,
    logger,
    role,
    hasOthers: primary !== undefined,
  });
  const jobs = traces?.ofJobs(started) ?? started;
  const objects = await objectsOf(environment);
  if (objects)
    onClose(
      keepTidy(
        objects,
        oftenSaid((error) => logger.error({ err: error }, 'the store of uploads')),
      ),
    );
  const services = {
    environment,
    database,
    replica,
    jobs,
    hasRoom,
    files: objects ?? folderOf(environment),
    secret,
    assets: readAssets(resolve(import.meta.dirname, '../dist/client')),
    backups: await backUpNightly(jobs, environment, logger, process.env, tellKeepers(database)),
    metricsOfAll: primary?.metrics,
  };
  await drillWeekly(jobs, environment, logger, process.env, (title, body) =>
    database.anonymous((tx) => notifyKeepers(tx, 'backup.drilled', title, body)),
  );
  const { createApp } = await loadApp();
  // Developers see every component of the kit at /gallery; a release has none.
  const product = environment.isProduction ? undefined : (await import('#test/gallery/with-gallery.ts')).withGallery();
  const app = await createApp(services, {
    logger,
    trustProxy: environment.trustProxy,
    product,
    traces,
    isWorker: role === 'worker',
    ...(primary && { countStore: countStore(primary.count) }),
  });
  onClose(() => app.close());
  const { timeZone } = environment.backup;
  const work = { ...services, product: app.product };
  const timed = [tidyNotificationsNightly, tidyFormsNightly, tidyKeysHourly, ...app.product.jobs].filter(isTimed);
  await Promise.all(timed.map((job) => scheduleJob(jobs, work, job, timeZone)));
  for (const begin of role === 'web' ? [] : app.product.continually)
    onClose(
      begin(
        work,
        oftenSaid((error) => logger.error({ err: error }, 'sending')),
      ),
    );
  onClose(() => app.drain());
  onTermination(() => app.leave(environment.drainSeconds));
  const lines =
    role !== 'worker' && place === 0
      ? await fillWhenEmpty(services, beginsEmpty(process.argv, environment.databaseUrl))
      : () => [];
  await app.listen(environment).catch((error) => {
    throw explainListening(error, environment);
  });
  const address = addressOf(app, environment);
  if (place === 0) console.log(['', `Akada is ready: ${address}`, ...lines(address), ''].join('\n'));
  primary?.listening();
  collectGarbageAfterBoot();
}

/** Several processes have small pools: the database has few cores for all of them. A busy connection takes 14 MB. */
const poolIn = (primary: Served['primary']) => (primary || isSmall ? { max: poolOfEach } : {});

interface Working {
  database: Database;
  appUrl: string;
  hasRoom: () => boolean;
  logger: Logger;
  role: Environment['role'];
  /** Whether other processes send jobs. */
  hasOthers: boolean;
}

/** The job runner, with what wakes it. A process that only serves wakes those that work. */
async function openJobs(environment: Environment, { database, appUrl, hasRoom, logger, role, hasOthers }: Working) {
  const telling = role === 'web' ? tellWorkers(database) : undefined;
  if (telling) onClose(telling.stop);
  const sayOnce = oftenSaid((error: Error) => logger.error({ err: error }, 'jobs'));
  const jobs = await startJobs(appUrl, sayOnce, hasRoom, telling?.sent).catch((error) => {
    throw explainConnection(error, appUrl, 'DATABASE_APP_URL');
  });
  onClose(() => jobs.stop());
  const closeWith = (close: () => void) => onClose(async () => close());
  if (telling) {
    closeWith(warnOfIdleJobs(database, (details, message) => logger.warn(details, message)));
    return jobs;
  }
  onClose(
    sealLogContinually(
      database,
      oftenSaid((error) => logger.error({ err: error }, 'sealing the audit log')),
    ),
  );
  if (environment.directory) onClose(await tellingDirectory(environment, database, logger));
  if (environment.databaseUrl || hasOthers) closeWith(hearOthers(database, jobs));
  return jobs;
}

/** Loaded only where there is a directory. */
async function tellingDirectory(environment: Environment, database: Database, logger: Logger) {
  const { tellDirectory } = await import('./directory/tell.ts');
  const { directory, cell } = environment;
  return tellDirectory(
    { database, secret: readSecret(environment), cell: cell!, directory: directory! },
    oftenSaid((error) => logger.error({ err: error }, 'the directory')),
  );
}

/** Always as akada_app: row-level security applies to it there too. */
function readReplicaOf(
  { databaseReadUrl }: Environment,
  { database, appUrl, primary }: Pick<Served, 'appUrl' | 'primary'> & { database: Database },
) {
  if (!databaseReadUrl) return undefined;
  const replica = openReplica(database, {
    url: asRole(databaseReadUrl, 'akada_app', passwordIn(appUrl)),
    ...poolIn(primary),
  });
  onClose(() => replica.close());
  return replica;
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

/** In one of several processes: what the primary has opened. */
async function openedByPrimary(environment: Environment) {
  void loadApp();
  const primary = askPrimary();
  const { appUrl, home, carried } = await primary.opened();
  const secret = readSecret(environment);
  carryKeys(
    secret,
    carried.map(({ purpose, key }) => ({ purpose, key: Buffer.from(key, 'base64') })),
  );
  const hasRoom = home ? roomIn(environment.dataFolder, home) : () => true;
  return { appUrl, secret, hasRoom, primary };
}

async function openDatabase(environment: Environment, meanwhile: () => unknown) {
  const { databaseUrl, databaseAppUrl, dataFolder, cell } = environment;
  // Another machine's disk is not ours to check.
  if (databaseUrl) {
    void meanwhile();
    const secret = readSecret(environment);
    const { appUrl } = await migrate(databaseUrl, { appUrl: databaseAppUrl, secret, cell });
    const variable = databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL';
    await refuseLostStatements(appUrl, variable).catch((error) => {
      throw explainConnection(error, appUrl, variable);
    });
    return { appUrl, secret, home: undefined, hasRoom: () => true };
  }
  // Twice, as for a database that others start on too.
  const connections = environment.processes * connectionsOfEach * 2 + 20;
  const postgres = await startPostgres({ dataFolder, log: console.log, connections, meanwhile });
  onClose(() => postgres.stop());
  const secret = readSecret(environment);
  const { appUrl } = await migrate(postgres.ownerUrl, { secret, cell });
  return { appUrl, secret, home: postgres.home, hasRoom: roomIn(dataFolder, postgres.home) };
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
  else console.error(isDiskFull(error) ? `\n${full}\n` : errorForLog(error));
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
  console.error('A promise was rejected and nobody waited for it:', errorForLog(reason));
});
// Node would print the error with all that it holds.
process.on('uncaughtException', (error) => {
  console.error(errorForLog(error));
  process.exit(1);
});
endOnSignals();
main().catch(fail);
