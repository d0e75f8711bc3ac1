import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sql } from 'drizzle-orm';
import type { Backups } from '#kernel/backup/nightly.ts';
import { may, type App } from '../routes.ts';

let processMetrics: Registry | undefined;

/** Of the process, not of one application in it: their timers and observers never end. */
function ofProcess(): Registry {
  if (!processMetrics) collectDefaultMetrics({ register: (processMetrics = new Registry()) });
  return processMetrics;
}

/** Nothing else than what follows here: a worker has no pages. */
export const serveHealthAlone = (app: App): void =>
  void app.addHook('onRequest', (request, reply, done) => {
    if (request.url === '/metrics' || request.url.startsWith('/health/')) return done();
    void reply.code(404).send({ message: 'This process works on jobs and serves no pages.' });
  });

/** Whether the process is alive and ready, and its metrics. None of it names a person. */
export function registerHealth(app: App): void {
  const { database, backups, replica, metricsOfAll } = app.services;
  const registry = new Registry();
  const shared = ofProcess();
  // From now on it answers when the primary process asks.
  if (metricsOfAll) new AggregatorRegistry();
  if (metricsOfAll) AggregatorRegistry.setRegistries([shared, registry]);
  const seconds = new Histogram({
    name: 'akada_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'akada_failures_total',
    help: 'Answers of 500 and above.',
    registers: [registry],
  });
  new Gauge({
    name: 'akada_database_connections',
    help: 'Connections of the pool.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const load = database.load();
      this.set({ state: 'total' }, load.total);
      this.set({ state: 'idle' }, load.idle);
      this.set({ state: 'waiting' }, load.waiting);
    },
  });

  if (backups) countBackups(backups, registry);
  if (replica)
    new Gauge({
      name: 'akada_replica_delay_seconds',
      help: 'How far the read replica is behind; NaN while it is not there.',
      aggregator: 'max',
      registers: [registry],
      collect() {
        this.set(replica.delay() ?? NaN);
      },
    });

  app.addHook('onResponse', (request, reply, done) => {
    // A stream's duration says nothing about our speed.
    if (String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) return done();
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode >= 500) failures.inc();
    done();
  });

  app.get('/health/live', { config: may('public') }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { config: may('public') }, async () => {
    await database.anonymous((tx) => tx.execute(sql`select 1`));
    return { status: 'ok' };
  });
  app.get('/metrics', { config: may('public') }, async (request, reply) => {
    // Behind a proxy every request comes from this machine: the proxy must not forward /metrics (docs/operations.md).
    if (!/^(127\.|::1$|::ffff:127\.)/.test(request.ip)) return reply.callNotFound();
    const metrics = metricsOfAll ?? (() => Registry.merge([shared, registry]).metrics());
    return reply.type(registry.contentType).send(await metrics());
  });
}

function countBackups(backups: Backups, registry: Registry): void {
  new Gauge({
    name: 'akada_backup_last_success_timestamp_seconds',
    help: 'When the latest whole backup was made; 0 when there is none.',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(Math.floor((backups.latest()?.getTime() ?? 0) / 1000));
    },
  });
  new Counter({
    name: 'akada_backup_failures_total',
    help: 'Nightly backups that failed in this process.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(backups.failures());
    },
  });
}
