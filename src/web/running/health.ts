import { collectDefaultMetrics, Registry } from 'prom-client';
import { sql } from 'drizzle-orm';
import { cacheLookups } from '#kernel/cache-registry.ts';
import { metricsReaders } from '#kernel/metrics-readers.ts';
import { may, type App, type Services } from '../routes.ts';
import { operatingFigures } from './operating-figures.ts';
import { exposition } from './exposition.ts';
import { requestTimes } from './request-times.ts';

let processMetrics: Registry | undefined;

/** Of the process, not of one application in it: their timers and observers never end. */
function ofProcess(): Registry {
  if (!processMetrics) collectDefaultMetrics({ register: (processMetrics = new Registry()) });
  return processMetrics;
}

/** Asked by machines all day, which would hide what people wait for. */
const isProbe = /^\/(health\/|metrics)/;

/** Whether the process is alive and ready, and its metrics. None of it names a person. */
export function registerHealth(app: App): void {
  const { database, environment } = app.services;
  const shared = ofProcess();
  const times = requestTimes();
  const figures = operatingFigures(database);
  const mayRead = metricsReaders(environment.metrics)!;

  app.addHook('onResponse', (request, reply, done) => {
    if (!isProbe.test(request.url)) times.observe(request, reply);
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
    const asked = exposition('akada_request_seconds', 'histogram', times.samples());
    const all = [await shared.metrics(), asked, inMemory(app.services), await figures()];
    return reply.type(shared.contentType).send(all.join('\n'));
  });
}

/** What this process knows without asking the database. */
function inMemory({ database, backups }: Services): string {
  const { total, idle, waiting } = database.load();
  const pool = Object.entries({ total, idle, waiting, used: total - idle }).map(([state, value]) => ({
    labels: { state },
    value,
  }));
  const lookups = [...cacheLookups].flatMap(([cache, counts]) =>
    Object.entries(counts).map(([result, value]) => ({ labels: { cache, result }, value })),
  );
  const one = (name: string, type: 'gauge' | 'counter', value: number) =>
    exposition(name, type, [{ labels: {}, value }]);
  const latest = Math.floor((backups?.latest()?.getTime() ?? 0) / 1000);
  return [
    exposition('akada_database_connections', 'gauge', pool),
    exposition('akada_cache_lookups_total', 'counter', lookups),
    ...(backups ? [one('akada_backup_last_success_timestamp_seconds', 'gauge', latest)] : []),
    ...(backups ? [one('akada_backup_failures_total', 'counter', backups.failures())] : []),
  ].join('');
}
