import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { sql } from 'drizzle-orm';
import { cacheLookups } from '#kernel/cache-registry.ts';
import { metricsReaders } from '#kernel/metrics-readers.ts';
import { may, type App, type Services } from '../routes.ts';
import { operatingFigures } from './operating-figures.ts';
import { requestTimes } from './request-times.ts';

let processMetrics: Registry | undefined;

/** Of the process, not of one application in it: their timers and observers never end. */
function ofProcess(): Registry {
  if (!processMetrics) collectDefaultMetrics({ register: (processMetrics = new Registry()) });
  return processMetrics;
}

/** Nothing else than what follows here: a worker has no pages. */
export const serveHealthAlone = (app: App): void =>
  void app.addHook('onRequest', (request, reply, done) => {
    if (isProbe.test(request.url)) return done();
    void reply.code(404).send({ message: 'This process works on jobs and serves no pages.' });
  });

/** Asked by machines all day, which would hide what people wait for. */
const isProbe = /^\/(health\/|metrics)/;

/** Whether the process is alive and ready, and its metrics. None of it names a person. */
export function registerHealth(app: App): void {
  const { database, environment, metricsOfAll } = app.services;
  const registry = new Registry();
  const shared = ofProcess();
  // From now on it answers when the primary process asks.
  if (metricsOfAll) {
    new AggregatorRegistry();
    AggregatorRegistry.setRegistries([shared, registry]);
  }
  const metrics = metricsOfAll ?? (() => Registry.merge([shared, registry]).metrics());
  const observe = requestTimes(registry);
  countOwn(app.services, registry);
  const figures = operatingFigures(database);
  const mayRead = metricsReaders(environment.metrics)!;

  app.addHook('onResponse', (request, reply, done) => {
    if (!isProbe.test(request.url)) observe(request, reply);
    done();
  });

  app.get('/health/live', { config: may('public') }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { config: may('public') }, async () => {
    await database.anonymous((tx) => tx.execute(sql`select 1`));
    return { status: 'ok' };
  });
  app.get('/metrics', { config: may('public') }, async (request, reply) => {
    // Behind a proxy on this machine every request comes from it: the proxy must not forward /metrics (docs/operations.md).
    if (!mayRead(request.ip, request.headers.authorization)) return reply.callNotFound();
    const [own, stored] = await Promise.all([metrics(), figures()]);
    return reply.type(registry.contentType).send(`${own}\n${stored}`);
  });
}

/** What this process knows without asking the database. */
function countOwn({ database, backups, replica }: Services, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'akada_database_connections',
    help: 'Connections of the pool.',
    labelNames: ['state'],
    registers,
    collect() {
      const { total, idle, waiting } = database.load();
      for (const [state, value] of Object.entries({ total, idle, waiting, used: total - idle }))
        this.set({ state }, value);
    },
  });
  new Counter({
    name: 'akada_cache_lookups_total',
    help: 'Looks into the caches of the process.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset();
      for (const [cache, counts] of cacheLookups)
        for (const [result, value] of Object.entries(counts)) this.inc({ cache, result }, value);
    },
  });
  if (backups)
    new Gauge({
      name: 'akada_backup_last_success_timestamp_seconds',
      help: 'When the latest whole backup was made; 0 when there is none.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(Math.floor((backups.latest()?.getTime() ?? 0) / 1000));
      },
    });
  if (backups)
    new Counter({
      name: 'akada_backup_failures_total',
      help: 'Nightly backups that failed in this process.',
      registers,
      collect() {
        this.reset();
        this.inc(backups.failures());
      },
    });
  if (replica)
    new Gauge({
      name: 'akada_replica_delay_seconds',
      help: 'How far the read replica is behind; NaN while it is not there.',
      aggregator: 'max',
      registers,
      collect() {
        this.set(replica.delay() ?? NaN);
      },
    });
}
