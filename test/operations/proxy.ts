import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { removeFolder } from '#test/harness/postgres.ts';
import { ownPostgres } from '#test/faults/own-postgres.ts';
import { install, makeFolder } from '#test/faults/site.ts';
import { openDesks, smallDemonstration, until } from './desks.ts';
import { freePort } from './free-port.ts';
import { gather, runAlone } from './outcome.ts';

export const name = 'proxy';

const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
/** Longer than HAProxy needs to notice (deploy/haproxy.cfg). */
const drainSeconds = 8;

/** Two processes behind deploy/haproxy.cfg are replaced one after the other while people work. */
export async function run() {
  const { outcome, check } = gather();
  if (!isInstalled) {
    check(true, 'skipped: HAProxy is not installed');
    return outcome;
  }
  const [postgres, dataFolder, port] = [await ownPostgres(), makeFolder(), await freePort()];
  const ports = [await freePort(), await freePort()];
  const sites = ports.map((one) =>
    install({
      dataFolder,
      databaseUrl: postgres.ownerUrl,
      nodeArgs: smallDemonstration,
      env: { PORT: String(one), AKADA_DRAIN_SECONDS: String(drainSeconds) },
    }),
  );
  const proxy = startProxy(join(dataFolder, 'haproxy.cfg'), port, ports);
  try {
    const said = [await sites[0]!.start(), await sites[1]!.start()].join('\n');
    const url = `http://127.0.0.1:${port}`;
    const isServed = await until(async () => (await fetch(`${url}/health/ready`)).ok, 20_000);
    check(isServed, 'HAProxy finds both processes by /health/ready', proxy.said());
    const desks = await openDesks({ url }, said);
    desks.work();
    await wait(2000);
    for (const site of sites) {
      const begun = performance.now();
      const code = await site.end('SIGTERM');
      const seconds = Math.round((performance.now() - begun) / 1000);
      check(code === 0, `a process drained under load ends with code 0 within 30 s`, `code ${code}:\n${site.said}`);
      check(seconds >= drainSeconds && seconds < 30, 'it serves on until the proxy has noticed', `${seconds} s`);
      await site.start();
      // Noticed again by then.
      await wait(4000);
    }
    await desks.rest();
    const { notes } = desks;
    const metrics = await fetch(`${url}/metrics`);
    check(metrics.status === 404, 'the proxy does not pass on /metrics', metrics.status);
    check(notes.acknowledged > 100, 'people save all the time', `${notes.acknowledged} acknowledged`);
    check(notes.unanswered === 0, 'no request stays without an answer', notes.broken.join('; '));
    check(notes.unavailable === 0, 'nobody is told to come again', [...notes.sentences.keys()].join(' '));
    check(notes.odd.length === 0, 'no answer is odd', notes.odd.join('; '));
    const lost = await desks.lost(postgres.ownerUrl);
    check(lost.length === 0, `each of ${notes.done.get('course')!.size} acknowledged saves is there once`, lost);
    return outcome;
  } finally {
    proxy.end();
    for (const site of sites) await site.remove();
    await postgres.remove();
    removeFolder(dataFolder);
  }
}

/** With the settings that we recommend, but here: without TLS, and for people who come from addresses of their own. */
function startProxy(file: string, port: number, ports: number[]) {
  const config = readFileSync(resolve('deploy/haproxy.cfg'), 'utf8')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace(/ {2}(bind :443|http-request redirect|http-request set-header).*\n/g, '')
    .replace(/127\.0\.0\.1:300([12])/g, (_, at: string) => `127.0.0.1:${ports[Number(at) - 1]}`);
  writeFileSync(file, config);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  process.once('exit', () => child.kill('SIGKILL'));
  return { said: () => said, end: () => child.kill('SIGKILL') };
}

if (import.meta.main) await runAlone({ name, run });
