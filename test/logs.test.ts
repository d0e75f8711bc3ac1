import { randomUUID } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { errorForLog } from '#kernel/log-error.ts';
import { createSender } from '#features/records/sending/sender/sender.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { startFakeSenders } from '#test/harness/fake-senders.ts';
import { addProvider } from '#test/harness/sending-school.ts';
import { until } from '#test/harness/time.ts';

/** What people enter, recognisable: none of it may reach the server's log, whatever goes wrong and whatever the level. */
const marks = {
  name: 'Zanzibarowa',
  phone: '+2348099887766',
  email: 'zanzi@leaky.example',
  password: 'hippopotamus-on-violet-ice',
  token: 'tok3nTok3nTok3nTok3nTok3nTok3nTok3nTok3nTok',
};
const leak = /zanzi|8099887766|hippopotamus|tok3n/i;

const lines: string[] = [];
const out = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});
/** As bin/server.ts makes it, at its most talkative. */
const logger = pino({ level: 'trace', serializers: { err: errorForLog } }, out);

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let fake: Awaited<ReturnType<typeof startFakeSenders>>;

beforeAll(async () => {
  fake = await startFakeSenders();
  world = await startSchool({
    logger: logger as never,
    bodies: { graceMs: 200, looksEveryMs: 50 },
    providers: { ...fake.network, timeoutMs: 1000 },
  });
  registrar = await world.as('registrar');
});
beforeEach(() => void lines.splice(0));
afterAll(async () => {
  await world.close();
  await fake.close();
});

const run = (text: string) => withClient(world.ownerUrl, (client) => client.query(text));
const page = { accept: 'text/html' };
const person = () => ({
  institutionId: world.school.ilorin.id,
  surname: marks.name,
  firstName: marks.name,
  phone: marks.phone,
  email: marks.email,
});

test('what is refused and what does not exist leaves nothing of it in the log', async () => {
  const visitor = world.nobody();
  const asked = `name=${marks.name}&email=${marks.email}&token=${marks.token}`;
  const answers = [
    await registrar.post('/students', { ...person(), gender: marks.name, dateOfBirth: marks.name }),
    await registrar.post('/students', { ...person(), batchId: marks.phone }),
    await visitor.post('/sign-in', { identifier: marks.email, password: marks.password }),
    await visitor.post('/sign-in', { identifier: [marks.email], password: { a: marks.password } }),
    await visitor.post('/forgot-password', { identifier: marks.email }),
    await visitor.post('/reset-password', { identifier: marks.email, code: marks.token, password: marks.password }),
    await registrar.get(`/students/${marks.name}?${asked}`, page),
    await registrar.get(`/${marks.name}/${marks.token}?${asked}`, page),
    await registrar.get(`/students?q=${marks.name}&sort=${marks.email}`, page),
    await visitor.get(`/setup?token=${marks.token}`, page),
    await visitor.get(`/%ZZ${marks.name}?${asked}`, page),
    await visitor.send({
      method: 'POST',
      url: `/students?${asked}`,
      headers: { 'content-type': 'application/json', cookie: `akada_session=${marks.token}` },
      payload: `{"surname": "${marks.name}", "password": "${marks.password}`,
    }),
  ];
  expect(answers.filter(({ statusCode }) => statusCode >= 400).length).toBeGreaterThan(8);
  expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  expect(lines.join('')).not.toMatch(leak);
});

test('a broken statement is logged with its request and its place, and without the value that PostgreSQL repeats', async () => {
  // Each makes the same request fail in another way: with the value in the message, in a sentence, and in the detail.
  const triggers = [
    `perform new.surname::int;`,
    `raise exception 'no room for % (%)', new.surname, new.phone;`,
    `raise exception using errcode = 'XX999', message = 'broken', detail = new.surname, hint = new.email;`,
  ];
  const body = { ...person(), phone: undefined, email: undefined, gender: 'female', admissionNumber: 'Z/1' };
  for (const statement of triggers) {
    lines.splice(0);
    await run(`create or replace function break_it() returns trigger language plpgsql as $$ begin ${statement} return new; end $$;
      create or replace trigger break_it before insert on students for each row execute function break_it()`);
    const answer = await registrar.post('/students', body, { 'idempotency-key': randomUUID() });
    expect(answer.statusCode, answer.body).toBe(500);
    const failed = lines.filter((line) => line.includes('request failed')).map((line) => JSON.parse(line));
    expect(failed).toMatchObject([{ reqId: answer.headers['x-request-id'], err: { code: expect.any(String) } }]);
    expect(lines.join('')).not.toMatch(leak);
  }
  await run('drop trigger break_it on students');
});

test('a failed job is logged with its queue, without what it worked on', async () => {
  const errors: string[] = [];
  const jobs = await startJobs(world.appUrl, (error) => {
    errors.push(error.message);
    logger.error({ err: error }, 'jobs');
  });
  try {
    await jobs.work('backup.nightly', async () => {
      await world.database.anonymous((tx) => tx.execute(sql`select ${marks.name}::int, ${marks.phone}::text`));
    });
    await world.database.anonymous((tx) => jobs.send(tx, 'backup.nightly', { name: marks.name, phone: marks.phone }));
    await until(() => errors.length > 0);
  } finally {
    await jobs.stop();
  }
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { queue: 'backup.nightly', code: '22P02' }, msg: 'jobs' });
  expect(lines.join('')).not.toMatch(leak);
});

test('a provider that repeats what it was sent, or answers nonsense, leaves nothing of it in the log', async () => {
  const { id: institutionId } = world.school.ilorin;
  const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
    world.database.asSystem([institutionId], work);
  const settings = { base: 'https://v3.api.termii.com', apiKey: marks.token, sender: 'School', route: 'generic' };
  await within((tx) => addProvider(tx, world.services.secret, { institutionId, kind: 'termii', settings }));
  fake.faults.push(
    { answer: [400, { message: `${marks.name} ${marks.phone} ${marks.token}` }] },
    'html',
    'hangUp',
    'error',
  );
  const sender = createSender(world.services, (error) => logger.error({ err: error }, 'sending'));
  try {
    for (let at = 0; at < 4; at += 1) {
      await within((tx) =>
        tx.execute(sql`insert into outbox (institution_id, channel, recipient, body, state)
          values (${institutionId}, 'sms', ${marks.phone}, ${`Dear ${marks.name}`}, 'queued')`),
      );
      await sender.sendDue();
    }
  } finally {
    await sender.stop();
  }
  expect(fake.asked.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toMatch(leak);
});

test('webhooks with wrong signatures, and bodies that break off or never end', async () => {
  const { id } = world.school.ilorin;
  for (const [path, payload] of [
    ['message-termii', JSON.stringify({ receiver: marks.phone, sender: marks.name, message: marks.email })],
    [`message-smtp/${marks.token}`, `From: ${marks.email}\r\n\r\n${marks.name}`],
    ['incoming-messages', `{"from": "${marks.phone}", "text": "${marks.name}`],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'x-termii-signature': marks.token };
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: `/hooks/${id}/${path}?secret=${marks.token}`,
      payload,
      headers,
    });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
  }
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const send = (text: string, hangsUp: boolean) =>
    new Promise<string>((done) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket
        .on('error', () => {})
        .on('data', (part) => (answer += String(part)))
        .once('close', () => done(answer));
      socket.write(text, () => hangsUp && socket.destroy());
    });
  const head = (length: number) =>
    `POST /sign-in?name=${marks.name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
  const half = `{"identifier":"${marks.email}","password":"${marks.password}`;
  await send(head(500) + half, true);
  expect(await send(head(500) + half, false)).toMatch(/^HTTP\/1\.1 40\d/);
  expect(await send(`GET /${marks.name} HTTP/9.9\r\nCookie: ${marks.token}\r\n\r\n`, false)).toMatch(
    /^HTTP\/1\.1 40\d/,
  );
  expect(lines.join('')).not.toMatch(leak);
});

test('an error that quotes what it could not read is logged without it', () => {
  logger.warn({ err: new SyntaxError(`Unexpected token in "${marks.name}"`) }, 'not of a request');
  expect(lines.join('')).not.toMatch(leak);
});
