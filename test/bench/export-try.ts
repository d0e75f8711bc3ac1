import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir, loadavg } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { migrate } from '#kernel/migrate.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { closeInTurn, onClose } from '#web/shutdown.ts';
import { withClient } from '#test/harness/client.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { startChild } from './child.ts';
import { openRegistrar } from './registrar.ts';
import { createBigSchool } from './school.ts';
import { ask, drive } from './load.ts';

const size = Number(process.argv[2] ?? 50_000);
const dataFolder = mkdtempSync(join(tmpdir(), 'akada-exp-'));
chmodSync(dataFolder, 0o711);
onClose(async () => removeFolder(dataFolder));
const postgres = await startPostgres({ dataFolder, log: console.error });
onClose(() => postgres.stop());
const { ownerUrl } = postgres;
const { appUrl } = await migrate(ownerUrl);
const secret = randomBytes(32).toString('hex');
const school = await createBigSchool({ ownerUrl, appUrl }, size);
await withClient(ownerUrl, (c) =>
  c.query(
    `update students set email = lower(first_name) || id || '@example.com', address = id || ' Ahmadu Bello Way, "Block ' || id % 9 || '", Sabo', religion='Christianity', country_id='NG', state_id=(select id from states where name='Kwara'), community='Oke-Odo'`,
  ),
);
await withClient(ownerUrl, (c) => c.query('vacuum analyze students'));
const app = await startChild('app.server.ts', { appUrl, dataFolder, secret });
const registrar = await openRegistrar({ ...app, cookie: school.cookie, secret: Buffer.from(secret, 'hex') });
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))![1]) / 1024;
const cpu = () => {
  const f = readFileSync(`/proc/${app.pid}/stat`, 'utf8').split(' ');
  return (Number(f[13]) + Number(f[14])) * 10;
};
const agent = new Agent({ keepAlive: true });
const columns = [
  'admissionNumber',
  'surname',
  'firstName',
  'middleName',
  'gender',
  'birthDate',
  'status',
  'batch',
  'admissionDate',
  'phone',
  'email',
  'country',
  'state',
  'address',
  'religion',
]
  .map((c) => `columns=${c}`)
  .join('&');
await drive(registrar.swap, { clients: 4, seconds: 2, path: () => '/students' });
for (let round = 0; round < 3; round++)
  for (const format of ['csv', 'xlsx']) {
    const before = rss();
    const c0 = cpu();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, rss())), 20);
    const t = performance.now();
    const answer = await ask(
      { port: app.port, headers: { cookie: registrar.swap.headers.cookie!, accept: '*/*' }, agent },
      `/students/export.${format}?${columns}`,
    );
    const took = performance.now() - t;
    clearInterval(watch);
    console.log(
      format,
      answer.status,
      (took / 1000).toFixed(2) + ' s',
      (answer.body.length / 1e6).toFixed(1) + ' MB',
      'rss',
      before.toFixed(0),
      '→',
      peak.toFixed(0),
      'cpu',
      cpu() - c0,
      'ms load',
      loadavg()[0]!.toFixed(1),
    );
  }
for (const format of ['csv', 'xlsx']) {
  const quiet = await drive(registrar.swap, { clients: 4, seconds: 3, path: () => '/students' });
  let done = false;
  let n = 0;
  const loop = (async () => {
    while (!done) {
      await ask(
        { port: app.port, headers: { cookie: registrar.swap.headers.cookie!, accept: '*/*' }, agent },
        `/students/export.${format}?${columns}`,
      );
      n++;
    }
  })();
  const busy = await drive(registrar.swap, { clients: 4, seconds: 6, path: () => '/students' });
  done = true;
  await loop;
  console.log(
    `during ${n} × ${format}: list p50 ${busy.p50.toFixed(1)} p99 ${busy.p99.toFixed(1)} worst ${busy.worst.toFixed(0)} (quiet p50 ${quiet.p50.toFixed(1)} p99 ${quiet.p99.toFixed(1)}) rss ${rss().toFixed(0)}`,
  );
}
await app.stop();
await closeInTurn();
process.exit();
