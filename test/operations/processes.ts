import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { install } from '#test/faults/site.ts';
import { enter, openDesks, smallDemonstration, until } from './desks.ts';
import { gather, runAlone } from './outcome.ts';

export const name = 'processes';

const count = 3;
/** Of one session in a minute (src/product/app.ts). */
const limit = 1200;

/** Several processes of one start: one address, one set of jobs, one count of requests; each may die. */
export async function run() {
  const { outcome, check } = gather();
  const site = install({ nodeArgs: smallDemonstration, env: { AKADA_PROCESSES: String(count) } });
  try {
    const said = await site.start();
    const isWhole = await until(() => children(site.pid).length === count, 60_000);
    check(isWhole, `there are ${count} processes beside the one that keeps them`, children(site.pid));
    check(said.split('A demonstration group is loaded').length === 2, 'one of them loads the demonstration', said);
    const lines = () =>
      children(site.pid).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
    // Until it runs its own program, a new process shows the line of the one that started it.
    const isLimited = () => lines().every((line) => line.includes('--max-old-space-size='));
    check(await until(isLimited, 10_000), 'each has a limit of memory', lines().join(' | '));
    const connections = await withClient(site.ownerUrl(), async (client) => {
      const { rows } = await client.query<{ setting: number }>(
        `select setting::int from pg_settings where name = 'max_connections'`,
      );
      return rows[0]!.setting;
    });
    check(connections >= 12 * count, 'PostgreSQL has connections for all', connections);

    const visitor = await enter(site, said, 'registrar', '192.0.2.60');
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let at = 0; at < 170; at += 1) statuses.push((await visitor.get('/account')).status);
      }),
    );
    const served = statuses.filter((status) => status === 200).length;
    const isShared = served <= limit && served > limit - 100 && statuses.every((one) => [200, 429].includes(one));
    check(isShared, `all count together: ${served} of ${statuses.length} requests in a minute are served`);
    const metrics = await (await fetch(`${site.url}/metrics`)).text();
    const counts = metrics.matchAll(/akada_request_seconds_count\{kind="\w+",status="2xx"\} (\d+)/g);
    const counted = [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
    check(counted >= served, 'the metrics are those of all', counted);

    const desks = await openDesks(site, said);
    desks.work();
    for (const place of [1, 0]) {
      await wait(1500);
      const before = children(site.pid);
      process.kill(before[place]!, 'SIGKILL');
      const isReplaced = await until(() => {
        const now = children(site.pid);
        return now.length === count && !now.includes(before[place]!);
      }, 20_000);
      check(
        isReplaced,
        `a killed process is replaced (the ${place === 0 ? 'first' : 'second'})`,
        site.said.slice(-500),
      );
    }
    await wait(5000);
    const cut = desks.notes.unanswered;
    const mostCut = 2 * 2 * desks.clerks.length;
    check(
      cut <= mostCut,
      `only what a killed process had in hand has no answer (${cut})`,
      desks.notes.broken.join('; '),
    );
    const code = await Promise.all([site.end('SIGTERM'), wait(1500).then(() => desks.rest())]);
    check(code[0] === 0, 'SIGTERM ends all of them with code 0', site.said.slice(-800));
    check(children(site.pid).length === 0, 'none is left', children(site.pid));
    const odd = desks.notes.odd;
    check(odd.length === 0, 'no answer is odd', odd.join('; '));

    await site.start();
    const lost = await desks.lost(site.ownerUrl());
    check(lost.length === 0, `each of ${desks.notes.done.get('course')!.size} acknowledged saves is there once`, lost);
    await until(() => children(site.pid).length === count, 60_000);
    const all = children(site.pid);
    await site.end('SIGKILL');
    const areGone = await until(() => all.every((pid) => !isAlive(pid)), 30_000);
    check(areGone, 'when the one that keeps them is killed, they end', all);
    return outcome;
  } finally {
    await site.remove();
  }
}

/** Processes of Node that this one started, the oldest first. */
function children(pid: number): number[] {
  try {
    const all = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    return all
      .filter((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('server'))
      .toSorted((a, b) => a - b);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

if (import.meta.main) await runAlone({ name, run });
