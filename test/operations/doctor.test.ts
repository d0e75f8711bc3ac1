import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { fingerprintOf } from '#kernel/secrets/check-secret.ts';
import { sealSettings } from '#features/records/sending/keys.ts';
import { dataFolder } from '#test/backup/installation.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase, schoolDatabase } from '#test/harness/database.ts';
import { certificate, key, startFakeMailServer } from '#test/harness/fake-mail-server.ts';
import { startLossyPooler } from '#test/harness/lossy-pooler.ts';
import { doctor, examineAll } from '../../bin/doctor.ts';
import { fixed } from '../../bin/doctor/destinations.ts';
import { checkConnections, checkServer, readFacts } from '../../bin/doctor/database.ts';
import { ageInWords, findingsOf, type Finding } from '../../bin/doctor/finding.ts';
import { checkDisks } from '../../bin/doctor/folders.ts';
import { checkClock, judgeCertificate, judgeDate } from '../../bin/doctor/public-address.ts';

/** A school whose Akada runs, as its operator examines it; each test makes one thing wrong. */
const { folder, remove } = dataFolder();
const secret = Buffer.alloc(32, 7);
const backups = join(folder, 'backups');
const say = findingsOf('Check');
let fresh: Awaited<ReturnType<typeof schoolDatabase>>;
let app: pg.Client;
let env: NodeJS.ProcessEnv;

const run = (text: string, values: unknown[] = []) =>
  withClient(fresh.ownerUrl, async (client) => (await client.query(text, values)).rows);
const examined = (more: NodeJS.ProcessEnv = {}, network = {}) => examineAll({ ...env, ...more }, network);
/** What is not in order. */
const amiss = (findings: Finding[]) =>
  findings.filter(({ level }) => level !== 'ok').map(({ check, level, text }) => `${level} ${check}: ${text}`);
const backupOf = (hours: number) => {
  const stamp = new Date(Date.now() - hours * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(backups);
  writeFileSync(join(backups, `akada-nightly-${stamp}.tar.gz`), '');
};
const oneDisk = `warning Backups: The backups in ${backups} lie on the same disk as the data, and are lost with it. Set AKADA_BACKUP_FOLDER to another disk, or copy them to another machine.`;

beforeAll(async () => {
  fresh = await schoolDatabase();
  env = { DATABASE_URL: fresh.ownerUrl, AKADA_DATA: folder, PUBLIC_URL: 'http://localhost:3000' };
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, 'secret.key'), `${secret.toString('hex')}\n`, { mode: 0o600 });
  await run('insert into installation (secret_fingerprint) values ($1)', [fingerprintOf(secret)]);
  const jobs = await startJobs(fresh.appUrl, () => {});
  await jobs.stop();
  await run('select akada_seal_log(10000)');
  app = new pg.Client(fresh.appUrl);
  await app.connect();
});
beforeEach(() => backupOf(3));
afterAll(async () => {
  await app.end();
  await fresh?.drop();
  remove();
});

test('an installation in order has nothing wrong, and every part is named', async () => {
  const findings = await examined();
  expect(amiss(findings)).toEqual([oneDisk]);
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(
    [
      'Settings',
      'Folder',
      'Disk',
      'Akada',
      'Database',
      'Pooler',
      'Clock',
      'Secret',
      'Providers',
      'Public address',
    ].concat(['Backups', 'Jobs', 'Outbox', 'Audit log']),
  );
});

test('invalid settings are named, one finding for all, and nothing else is examined', async () => {
  expect(await examined({ PORT: '80000' })).toEqual([
    { check: 'Settings', level: 'wrong', text: expect.stringContaining('PORT must be a whole number') },
  ]);
});

test('a folder and keys that others can read, a missing secret and another one', async () => {
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'secret.key'), 0o644);
  try {
    expect(amiss(await examined()).filter((line) => line.includes('Folder'))).toEqual([
      `wrong Folder: Other users of this machine can read or change ${folder}. Run: chmod go-rw ${folder}`,
      `wrong Folder: Other users of this machine can read ${folder}/secret.key. Run: chmod 600 ${folder}/secret.key`,
    ]);
  } finally {
    chmodSync(folder, 0o700);
    chmodSync(join(folder, 'secret.key'), 0o600);
  }
  const empty = join(folder, 'empty');
  mkdirSync(empty, { mode: 0o700 });
  expect(amiss(await examined({ AKADA_DATA: empty }))).toEqual(
    expect.arrayContaining([
      `wrong Folder: ${empty}/secret.key is missing. Unless Akada never ran here, restore it from a backup.`,
      'wrong Secret: There is no secret. Restore AKADA_DATA/secret.key from a backup.',
    ]),
  );
  expect(readdirSync(empty)).toEqual([]);
  const other = amiss(await examined({ AKADA_SECRET: '12'.repeat(32) }));
  expect(other).toContainEqual(expect.stringMatching(/^wrong Secret: The secret in AKADA_SECRET, .* is not the one/));
});

test('a database that nothing was entered in has no secret yet', async () => {
  const none = await freshDatabase();
  const empty = join(folder, 'new');
  mkdirSync(empty, { mode: 0o700 });
  try {
    const findings = await examined({ AKADA_DATA: empty, DATABASE_URL: none.ownerUrl });
    expect(findings.find(({ check }) => check === 'Secret')).toEqual({
      check: 'Secret',
      level: 'ok',
      text: 'There is no secret yet: Akada makes it when it first starts.',
    });
  } finally {
    await none.drop();
  }
});

test('a disk that is full, nearly full, or too small for the next backup', () => {
  const disks = { dataFolder: folder, backupFolder: backups };
  const levels = (bytes: number) => checkDisks(say, { ...disks, free: () => bytes }).map(({ level }) => level);
  expect([levels(5e9), levels(1e9), levels(6e7)]).toEqual([['ok'], ['warning'], ['wrong']]);
  writeFileSync(join(backups, 'akada-20990101T000000Z.tar.gz'), Buffer.alloc(2000));
  const [, tight] = checkDisks(say, { ...disks, free: () => 2999 });
  expect(tight).toMatchObject({ level: 'wrong', text: expect.stringContaining('The next backup does not fit') });
});

test('a database that cannot be reached says why, and backups are looked at all the same', async () => {
  const found = await examined({ DATABASE_URL: fresh.ownerUrl.replace(/\/t_\w+/, '/none') });
  expect(amiss(found)[0]).toMatch(/^wrong Database: The database of DATABASE_URL .* the database does not exist/);
  expect(amiss(found)).toContain(oneDisk);
  expect(JSON.stringify(found)).not.toContain(
    new URL(`http://${fresh.ownerUrl.split('//')[1]!.split('@')[0]}@x`).password,
  );
});

test('each fact of the server that is not as Akada needs it', async () => {
  const facts = await withClient(fresh.ownerUrl, readFacts);
  const found = (more: Partial<typeof facts>) => amiss(checkServer(say, { ...facts, ...more }));
  expect(found({})).toEqual([]);
  expect(found({ encoding: 'LATIN1' })).toEqual([expect.stringContaining('wrong Check: The encoding is LATIN1')]);
  expect(found({ major: 19, version: '19.1' })).toEqual([expect.stringContaining('PostgreSQL 19.1 is newer')]);
  expect(found({ extensions: ['pg_trgm'] })).toEqual([
    'wrong Check: Missing: btree_gin, btree_gist. As a superuser, run: create extension btree_gin; create extension btree_gist;',
  ]);
  expect(found({ app: null })).toEqual([expect.stringContaining('Role akada_app is missing')]);
  expect(found({ app: { ...facts.app!, bypasses: true } })).toEqual([expect.stringContaining('of every institution')]);
  expect(found({ isMember: false })).toEqual([expect.stringContaining('no member of akada_gate')]);
  expect(found({ app: { bypasses: false, settings: ['lock_timeout=10s'] } })).toEqual([
    `warning Check: A slow statement could hold others up. As a superuser, run: alter role akada_app set statement_timeout = '20s'; alter role akada_app set idle_in_transaction_session_timeout = '60s';`,
  ]);
  expect(found({ locks: 64 })).toEqual([expect.stringContaining('max_locks_per_transaction is 64')]);
});

test('connections are counted for the processes that run and one more', () => {
  const found = (room: number, ours = 20, others = 0) => checkConnections(say, { room, ours, others })[0]!;
  expect(found(97)).toMatchObject({
    level: 'ok',
    text: 'There are connections for 4 processes of 22 connections each.',
  });
  expect(found(97, 40, 30)).toMatchObject({ level: 'ok' });
  expect(found(40)).toMatchObject({ level: 'warning', text: expect.stringContaining('Raise max_connections by 4') });
  expect(found(30, 40)).toMatchObject({ level: 'wrong', text: expect.stringContaining('and 2 may run') });
});

test('migrations that are not applied, and those of a newer release', async () => {
  const [last] = await run('select name, sha256 from akada_migrations order by name desc limit 1');
  await run('delete from akada_migrations where name = $1', [last.name]);
  expect(amiss(await examined())).toContain(
    'warning Database: 1 migration of this release must still be applied: npm run akada -- upgrade',
  );
  await run(`insert into akada_migrations (name, sha256) values ($1, $2), ('99990101-0000_later.sql', 'x')`, [
    last.name,
    last.sha256,
  ]);
  expect(amiss(await examined())[0]).toMatch(/^wrong Database: The database has applied 99990101-0000_later\.sql/);
  await run(`delete from akada_migrations where name = '99990101-0000_later.sql'`);
});

test('a pooler that loses prepared statements', async () => {
  const pooler = await startLossyPooler(new URLSearchParams(fresh.appUrl.split('?')[1]).get('host')!, 'last');
  try {
    const pooled = fresh.appUrl.replace(/@\/(\w+)\?.*/, `@127.0.0.1:${pooler.port}/$1`);
    expect(amiss(await examined({ DATABASE_APP_URL: pooled }))).toContainEqual(
      expect.stringMatching(/^wrong Pooler: The pooler of DATABASE_APP_URL .* loses prepared statements/),
    );
  } finally {
    await pooler.close();
  }
});

test('a clock that differs from the database’s or the public address’s', async () => {
  const off = (seconds: number) =>
    withClient(fresh.ownerUrl, (client) => checkClock(say, client, () => Date.now() + seconds * 1000));
  expect((await off(0))[0]!.level).toBe('ok');
  expect((await off(-8))[0]).toEqual(
    say.warning(
      'This machine’s clock is 8 seconds behind the database’s. Switch on time synchronisation (NTP) on both.',
    ),
  );
  expect((await off(7200))[0]).toMatchObject({ level: 'wrong', text: expect.stringContaining('2 hours ahead of') });
  const header = (seconds: number) =>
    judgeDate(say, 'https://a.ng', 'Sun, 29 Nov 2026 00:00:00 GMT', Date.UTC(2026, 10, 29) + seconds * 1000);
  expect([header(1), header(10), header(60)].map(([found]) => found!.level)).toEqual(['ok', 'warning', 'wrong']);
  expect(judgeDate(say, 'https://a.ng', undefined)).toEqual([]);
});

test('a certificate that runs out or that browsers do not trust, and an address without one', async () => {
  const validTo = 'Dec 31 00:00:00 2026 GMT';
  const judged = (days: number, problem?: string) =>
    judgeCertificate(say, 'a.ng', { validTo, problem }, Date.parse(validTo) - days * 86_400_000);
  expect([40, 10, 2, -2].map((days) => judged(days).level)).toEqual(['ok', 'warning', 'wrong', 'wrong']);
  expect(judged(10).text).toBe(
    'The certificate of a.ng is valid for 10 more days. Renew it, and check why that did not happen by itself.',
  );
  const server = createServer({ key, cert: certificate }, (_, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = async (url: string) =>
    amiss(await examined({ PUBLIC_URL: url })).filter((line) => line.includes('Public'));
  // An address of this machine that does not say so.
  const here = `https://0.0.0.0:${port}`;
  expect(await at(here)).toEqual([
    'wrong Public address: Browsers do not trust the certificate of 0.0.0.0 (DEPTH_ZERO_SELF_SIGNED_CERT). Install one that they do.',
  ]);
  server.close();
  expect(await at(here)).toEqual([expect.stringContaining('cannot be reached from this machine')]);
  expect(await at('http://akada.school.ng')).toEqual([expect.stringContaining('is not encrypted')]);
});

test('providers are reached without sending anything, and each that is not is named', async () => {
  const mail = await startFakeMailServer();
  const { id } = fresh.school.ilorin;
  const add = (kind: 'smtp' | 'http', channel: 'email' | 'sms', settings: Record<string, string>) =>
    run(
      `insert into message_providers (institution_id, channel, kind, place, sealed, is_on) values ($1, $2, $3, 1, $4, true)`,
      [id, channel, kind, sealSettings(secret, { institutionId: id, channel, kind }, settings)],
    );
  const network = { reachesPrivate: true, certificate, timeoutMs: 3000 };
  const found = async (its: object = network) =>
    (await examined({}, its)).filter(({ check }) => check === 'Providers').map(({ level, text }) => `${level} ${text}`);
  try {
    await add('smtp', 'email', mail.settings);
    expect(await found()).toEqual([`ok E-mail server (SMTP) (localhost:${mail.port}) answers.`]);
    expect([mail.connections(), mail.mails]).toEqual([1, []]);
    // From the internet nobody reaches an address of our own network, by a name either.
    expect(await found({})).toEqual([expect.stringContaining('The address is not on the internet')]);
    expect(mail.connections()).toBe(1);
    await mail.close();
    expect(await found()).toEqual([
      expect.stringMatching(/^wrong E-mail server \(SMTP\) of Ilorin .* cannot be reached: .*ECONNREFUSED/),
    ]);
    await run('delete from message_providers');
    await add('http', 'sms', { address: 'https://10.0.0.1/send?to={to}&text={text}' });
    expect(await found({})).toEqual([expect.stringContaining('(10.0.0.1:443) cannot be reached: its address is not')]);
    await run(`update message_providers set sealed = '\\x00'`);
    expect(await found()).toEqual([expect.stringContaining('cannot be read. Enter them again')]);
  } finally {
    await run('delete from message_providers');
  }
});

test('services are looked for where the product calls them', () => {
  const sources = globSync('src/{kernel/messages,features/online/gateways}/providers/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  );
  const unknown = Object.values(fixed).filter((address) => !sources.some((text) => text.includes(address)));
  expect([sources.length > 10, unknown]).toEqual([true, []]);
});

test('backups that are old, missing, switched off or failed', async () => {
  const found = async (more = {}) =>
    amiss(await examined(more)).filter((line) => line.includes('Backups') && line !== oneDisk);
  backupOf(30);
  expect(await found()).toEqual([
    'warning Backups: The newest backup is 1 day old. The server’s log says why. Make one now: npm run akada -- backup',
  ]);
  backupOf(90);
  expect(await found()).toEqual([expect.stringContaining('wrong Backups: The newest backup is 4 days old.')]);
  rmSync(backups, { recursive: true });
  expect(await found()).toEqual([expect.stringContaining('warning Backups: There is no backup in')]);
  await run(`update akada_migrations set applied_at = now() - interval '3 days'`);
  expect(await found({ AKADA_BACKUP: 'off' })).toEqual([
    'warning Backups: No backup is made at night. Set AKADA_BACKUP to a time such as 02:00.',
    expect.stringContaining('wrong Backups: There is no backup in'),
  ]);
  backupOf(20);
  await job(
    'backup.nightly',
    `state = 'retry', retry_count = 1, started_on = now() - interval '2 hours', start_after = now() + interval '1 hour'`,
  );
  expect(await found()).toEqual(['wrong Backups: The last backup failed 2 hours ago. The server’s log says why.']);
  await run('delete from pgboss.job');
});

/** A job in its queue, and what has become of it. */
async function job(queue: string, is: string) {
  await run(`select pgboss.create_queue($1, '{"policy":"standard"}')`, [queue]).catch(() => {});
  await run(`insert into pgboss.job (name, data) values ($1, '{}')`, [queue]);
  await run(`update pgboss.job set ${is} where name = $1`, [queue]);
}

test('jobs that wait, keep failing or were given up; those of a stopped Akada wait for it', async () => {
  const found = async () =>
    (await examined()).filter(({ check }) => check === 'Jobs').map(({ level, text }) => `${level} ${text}`);
  await job('results.verify', `start_after = now() - interval '20 minutes'`);
  expect(await found()).toEqual([
    'warning A job of results.verify has waited for 20 minutes. Restart Akada. The server’s log says why.',
  ]);
  await app.end();
  expect(await found()).toEqual(['ok 1 job waiting until Akada starts.']);
  app = new pg.Client(fresh.appUrl);
  await app.connect();
  await run(`update pgboss.job set start_after = now() - interval '2 hours', retry_count = 7`);
  expect(await found()).toEqual([
    expect.stringContaining('wrong A job of results.verify has waited for 2 hours.'),
    'warning 1 job of results.verify failed 5 times or more. The server’s log says why.',
  ]);
  await run(`update pgboss.job set state = 'failed', completed_on = now()`);
  expect(await found()).toEqual([
    'wrong 1 job of results.verify failed for good this week. The server’s log says why.',
  ]);
  await run('delete from pgboss.job');
});

test('messages and seals that are late', async () => {
  const found = async (check: string) =>
    (await examined()).filter((one) => one.check === check).map(({ level, text }) => `${level} ${text}`);
  const { id } = fresh.school.ilorin;
  await run(
    `insert into outbox (institution_id, channel, recipient, body, next_at) values ($1, 'sms', '+2348030000000', 'x', now() - interval '3 hours')`,
    [id],
  );
  expect(await found('Outbox')).toEqual(['ok 1 message on their way.']);
  await run(`update outbox set next_at = now() - interval '30 hours'`);
  expect(await found('Outbox')).toEqual([expect.stringContaining('warning A message has waited for 1 day.')]);
  await run(`update outbox set priority = 1, next_at = now() - interval '2 hours'`);
  expect(await found('Outbox')).toEqual([expect.stringContaining('wrong A code or link has waited for 2 hours.')]);
  await run(
    `insert into audit_entries (institution_id, person, action, summary, at) values ($1, 'Ada', 'students.edit', 'did', now() - interval '1 hour')`,
    [id],
  );
  expect(await found('Audit log')).toEqual([
    'wrong 1 entry of the audit log have not been sealed for 1 hour. The server’s log says why. Restart Akada.',
  ]);
  await run('select akada_seal_log(10)');
});

test('the built-in PostgreSQL is examined while Akada runs and while it does not; wrong ends with status 1', async () => {
  const its = dataFolder();
  chmodSync(its.folder, 0o711);
  const said: string[] = [];
  vi.stubEnv('AKADA_DATA', its.folder);
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
  const postgres = await startPostgres({ dataFolder: its.folder, durable: false });
  try {
    await doctor(['--json']);
    const { wrong, findings } = JSON.parse(said.pop()!);
    expect([wrong, process.exitCode]).toEqual([1, 1]);
    expect(amiss(findings)).toContainEqual(expect.stringMatching(/^wrong Folder: .*secret\.key is missing/));
    expect(findings).toContainEqual({ check: 'Akada', level: 'ok', text: 'Akada is running.' });
    await postgres.stop();
    writeFileSync(join(its.folder, 'secret.key'), `${secret.toString('hex')}\n`, { mode: 0o600 });
    process.exitCode = undefined;
    await doctor([]);
    expect(process.exitCode).toBeUndefined();
    expect(said).toContainEqual(expect.stringMatching(/^ok {7}Akada {5}Akada is not running\.$/));
    expect(said.at(-1)).toMatch(/^\nNothing is wrong, 1 warning\.$/);
  } finally {
    await postgres.stop();
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    its.remove();
  }
  expect([ageInWords(59), ageInWords(5400)]).toEqual(['59 seconds', '2 hours']);
});

test('the directory: whether it answers, and how many changes it has not been sent', async () => {
  const directory = await startFakeDirectory();
  const settings = { AKADA_DIRECTORY: directory.address, AKADA_DIRECTORY_KEY: 'ab'.repeat(32), AKADA_CELL: '0' };
  const say = async () => (await examined(settings)).filter(({ check }) => check === 'Directory');
  const only = (level: string, text: string) => [{ check: 'Directory', level, text }];
  await run('delete from directory_changes');
  expect(await say()).toEqual(only('ok', 'The directory is ready.'));
  await run('insert into directory_changes (subject) values (1)');
  expect(await say()).toEqual(only('ok', 'The directory is ready. 1 change waits to be sent.'));
  await run('insert into directory_changes (subject) select n from generate_series(2, 5000) n');
  expect(await say()).toEqual(
    only('warning', 'The directory is ready, but 5,000 changes wait to be sent. The server’s log says why.'),
  );
  await run('delete from directory_changes where subject > 1');
  await directory.close();
  expect(await say()).toEqual(
    only(
      'warning',
      `${directory.address} does not answer as a directory. 1 change waits to be sent. People can sign in at this address only.`,
    ),
  );
  await run('delete from directory_changes');
});

/** Answers as a directory whose database does. */
async function startFakeDirectory() {
  const server = createHttpServer((request, answer) => {
    answer.statusCode = request.url === '/health/ready' ? 200 : 404;
    answer.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
