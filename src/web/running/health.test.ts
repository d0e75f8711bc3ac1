import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { metricsReaders } from '#kernel/metrics-readers.ts';
import { startSchool } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
const token = 'k'.repeat(40);

beforeAll(async () => {
  // Of its own: what it counts begins at nothing.
  world = await startSchool({ publicUrl: 'https://akada.school.ng' });
  await (await startJobs(world.appUrl, () => {})).stop();
});
afterAll(() => world.close());

const run = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));

async function metrics(): Promise<Map<string, number>> {
  const { body } = await world.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const counts = (all: Map<string, number>) =>
  Object.fromEntries(
    [...all].flatMap(([name, value]) => {
      const [, kind, status] = /^akada_request_seconds_count\{kind="(\w+)",status="(\w+)"\}$/.exec(name) ?? [];
      return kind ? [[`${kind} ${status}`, value]] : [];
    }),
  );

test('answers are counted by kind and class of status, probes are not', async () => {
  const registrar = await world.as('registrar');
  await registrar.get('/students', { accept: 'text/html' });
  await registrar.page('/students');
  await registrar.post('/students', {});
  await registrar.get('/students/999999999', { accept: 'text/html' });
  await world.app.inject({ url: '/health/live' });
  await world.app.inject({ method: 'POST', url: '/hooks/1/message-termii', payload: {} });
  const all = await metrics();
  expect(counts(all)).toEqual({ 'page 2xx': 1, 'swap 2xx': 1, 'save 4xx': 1, 'page 4xx': 1, 'hook 4xx': 1 });
  const page = (le: string) => all.get(`akada_request_seconds_bucket{le="${le}",kind="page",status="2xx"}`);
  expect(page('+Inf')).toBe(1);
  expect(page('0.005')).toBeLessThanOrEqual(page('5')!);
  expect(all.get('akada_request_seconds_sum{kind="page",status="2xx"}')).toBeGreaterThan(0);
  expect(all.get('akada_cache_lookups_total{cache="actors",result="hit"}')).toBeGreaterThan(0);
});

test('queues, outbox and seals are counted in one statement, at most once in ten seconds, and only when asked', async () => {
  const { id } = world.school.ilorin;
  await run(`select pgboss.create_queue('results.verify', '{"policy":"standard"}')`);
  await run(`insert into pgboss.job (name, data) values ('results.verify', '{}')`);
  await run(`update pgboss.job set start_after = now() - interval '300 seconds', retry_count = 6, state = 'retry'`);
  await run(`insert into outbox (institution_id, channel, recipient, body, priority, next_at)
    values (${id}, 'sms', '+2348030000000', 'x', 1, now() - interval '100 seconds')`);
  await run(`insert into audit_entries (institution_id, person, action, summary, at)
    values (${id}, 'Ada', 'students.edit', 'did', now() - interval '5 years')`);
  const fresh = await startSchoolMetrics();
  const figure = (name: string) => fresh.first.get(name);
  expect(figure('akada_database_up')).toBe(1);
  expect(figure('akada_jobs{queue="results.verify",state="waiting"}')).toBe(1);
  expect(figure('akada_jobs{queue="results.verify",state="failing"}')).toBe(1);
  expect(figure('akada_job_age_seconds{queue="results.verify"}')).toBeGreaterThanOrEqual(300);
  expect(figure('akada_outbox_messages')).toBe(1);
  expect(figure('akada_outbox_age_seconds{priority="urgent"}')).toBeGreaterThanOrEqual(100);
  expect(figure('akada_unsealed_entries')).toBeGreaterThanOrEqual(1);
  expect(figure('akada_seal_age_seconds')).toBeGreaterThan(1e8);
  expect(fresh.asked).toBe(1);
});

/** An application that has not been asked yet, asked three times; how often it asked the database. */
async function startSchoolMetrics() {
  const { registerHealth } = await import('./health.ts');
  const { default: fastify } = await import('fastify');
  let asked = 0;
  const database = {
    ...world.database,
    anonymous: (work: never) => {
      asked += 1;
      return world.database.anonymous(work);
    },
  };
  const app = fastify().decorate('services', { ...world.services, database } as never);
  registerHealth(app as never);
  expect(asked).toBe(0);
  const read = async () => (await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;
  const bodies = [await read(), await read(), await read()];
  await app.close();
  const first = new Map(
    bodies[0]!
      .split('\n')
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  return { first, asked };
}

test.each([
  [undefined, { local: 200, near: 404, far: 404, bearer: 404 }],
  ['10.1.0.0/16,192.0.2.7', { local: 404, near: 200, far: 404, bearer: 404 }],
  [`token:${token}`, { local: 404, near: 404, far: 404, bearer: 200 }],
])('with AKADA_METRICS=%s the metrics are open to those, and do not exist for others', async (setting, expected) => {
  const { registerHealth } = await import('./health.ts');
  const { default: fastify } = await import('fastify');
  const environment = { ...world.services.environment, metrics: setting };
  const app = fastify().decorate('services', { ...world.services, environment } as never);
  registerHealth(app as never);
  const status = async (remoteAddress: string, authorization = '') =>
    (await app.inject({ url: '/metrics', remoteAddress, headers: { authorization } })).statusCode;
  expect({
    local: await status('127.0.0.1', `Bearer ${token}x`),
    near: await status('::ffff:10.1.2.3'),
    far: await status('10.2.2.3', token),
    bearer: await status('203.0.113.9', `Bearer ${token}`),
  }).toEqual(expected);
  await app.close();
});

test('a short token, a host name and a wrong network are no settings', () => {
  const wrong = [
    'token:short',
    `token:${'k'.repeat(31)} `,
    'metrics.school.ng',
    '10.0.0.0/33',
    '10.0.0.1,',
    '::1/129',
    '',
  ];
  expect(wrong.filter((setting) => metricsReaders(setting) !== null)).toEqual([]);
  expect(metricsReaders('2001:db8::/32')!('2001:db8::7', undefined)).toBe(true);
  expect(metricsReaders('2001:db8::/32')!(undefined, undefined)).toBe(false);
});

test('alerts and dashboard name metrics and labels that there are', async () => {
  const { registerHealth } = await import('./health.ts');
  const { default: fastify } = await import('fastify');
  const backups = { latest: () => new Date(), failures: () => 0 };
  const app = fastify().decorate('services', { ...world.services, backups } as never);
  registerHealth(app as never);
  await app.inject({ url: '/nothing' });
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  await app.close();
  const given = new Set(body.match(/^[a-z]\w+(?=[{ ])/gm));
  const labels = new Set([...body.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
  const texts = ['alerts.yml', 'dashboard.json'].map((name) =>
    readFileSync(`deploy/${name}`, 'utf8').replaceAll('\\"', '"'),
  );
  for (const text of texts) {
    const named = new Set(text.match(/\b(akada|nodejs|process)_\w+/g));
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter((name) => !given.has(name))).toEqual([]);
    const sorted = [...text.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, list]) => list!.split(', '));
    const chosen = [...text.matchAll(/_\w+\{(\w+)[!=]/g)].map(([, label]) => label!);
    // What Prometheus adds itself.
    const own = ['job', 'instance'];
    expect([...sorted, ...chosen].filter((label) => !labels.has(label) && !own.includes(label))).toEqual([]);
  }
  expect(texts[1]).not.toContain('undefined');
  expect(Object.keys(JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')))).toContain('panels');
});
