import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTraces } from '#web/running/traces.ts';
import { startSchool, Browser } from '#test/harness/app.ts';
import { dataFolder } from '#test/backup/installation.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { ownApp } from '#test/harness/own-app.ts';
import { server } from '../bin/bootstrap.mjs';

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number; message?: string };
}

/** What arrives at a collector of OpenTelemetry. */
const bodies: string[] = [];
const collector = createServer(async (request, response) => {
  bodies.push(`${request.url} ${Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
const endpoint = () => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
let world: Awaited<ReturnType<typeof startSchool>>;

beforeAll(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  world = await startSchool();
});
afterAll(async () => {
  await world.close();
  collector.close();
});

test('a request, its transactions and a job are spans of routes and kinds, without addresses, values and names', async () => {
  const traces = await openTraces(endpoint());
  const { app, services, close } = await ownApp(traces.ofDatabase(world.database), world.appUrl, { traces });
  const registrar = await world.as('registrar');
  const browser = new Browser(app, services.secret, registrar.cookies);
  await browser.get('/students?q=Okafor', { accept: 'text/html' });
  await browser.post('/students', { surname: 'Okafor' });
  await browser.get('/no/such/Okafor', { accept: 'text/html' });
  const jobs = traces.ofJobs({
    ...services.jobs,
    work: async (_queue: string, handler: (data: never, signal: AbortSignal) => Promise<void>) =>
      handler({ phone: '+2348099887766' } as never, AbortSignal.timeout(1000)).catch(() => {}),
  });
  await jobs.work('results.verify', async () => {
    await traces.ofDatabase(world.database).anonymous(async () => {
      throw new Error('Okafor is gone');
    });
  });
  await close();
  await traces.close();

  expect(bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true);
  expect(bodies.join('')).not.toMatch(/okafor|8099887766|akada_session/i);
  const spans = bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body.slice('/v1/traces '.length));
    return resourceSpans[0].scopeSpans.flatMap((scope: { spans: SentSpan[] }) => scope.spans) as SentSpan[];
  });
  const named = (name: string) => spans.find((span) => span.name === name)!;
  const attributes = ({ attributes: all }: SentSpan) =>
    Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]]));
  const inside = (outer: SentSpan) =>
    spans.filter(({ parentSpanId }) => parentSpanId === outer.spanId).map(({ name }) => name);
  expect(attributes(named('GET /students'))).toEqual({
    'http.request.method': 'GET',
    'http.route': '/students',
    'http.response.status_code': 200,
  });
  expect(inside(named('GET /students'))).toContain('transaction read');
  expect(attributes(named('POST /students'))['http.response.status_code']).toBe(422);
  expect(named('GET unknown')).toBeDefined();
  expect(inside(named('job results.verify'))).toEqual(['transaction anonymous']);
  expect(named('job results.verify').status).toEqual({ code: 2 });
});

/** Says which modules of OpenTelemetry a start loads; the metrics’ library needs its smallest one anyway. */
const watching = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ resolve: (name, context, next) => {
    if (/opentelemetry.(sdk|exporter|resources|otlp)/.test(name)) console.log('loaded ' + name);
    return next(name, context);
  } });`)}`;

test('without OTEL_EXPORTER_OTLP_ENDPOINT a server loads nothing of it', async () => {
  const fresh = await freshDatabase();
  const { folder, remove } = dataFolder();
  const loaded = async (more: Record<string, string>) => {
    const child = spawn(process.execPath, [...server.flags, '--import', watching, server.program], {
      env: {
        ...server.env('production'),
        PATH: process.env.PATH,
        DATABASE_URL: fresh.ownerUrl,
        AKADA_DATA: folder,
        AKADA_BACKUP: 'off',
        AKADA_DRAIN_SECONDS: '0',
        PORT: '0',
        ...more,
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += String(part);
        if (said.includes('Akada is ready')) child.kill('SIGTERM');
      });
    await once(child, 'close');
    expect(said).toContain('Akada is ready');
    return said.includes('loaded @opentelemetry/sdk-trace');
  };
  try {
    expect([await loaded({}), await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() })]).toEqual([false, true]);
  } finally {
    await fresh.drop();
    remove();
  }
});
