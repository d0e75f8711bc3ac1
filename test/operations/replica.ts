import { setTimeout as wait } from 'node:timers/promises';
import { install } from '#test/faults/site.ts';
import type { Clerk } from '#test/faults/clerk.ts';
import { enter, institutionId, smallDemonstration, until } from './desks.ts';
import { gather, runAlone } from './outcome.ts';
import { primaryAndStandby } from './standby-servers.ts';

export const name = 'replica';

const file = '/audit/export.csv';

/** A read replica that is late, frozen, dead, and back: nobody reads older than their own change or sees an error. */
export async function run() {
  const { outcome, check } = gather();
  const servers = await primaryAndStandby();
  const { primary, standby } = servers;
  const site = install({
    databaseUrl: primary.url,
    nodeArgs: smallDemonstration,
    env: { DATABASE_READ_URL: standby.url },
  });
  const delay = async () => /^akada_replica_delay_seconds (\S+)$/m.exec(await metrics(site.url))?.[1] ?? 'none';
  const isSeen = async (clerk: Clerk, code: string) => {
    const { status, body } = await clerk.get(file);
    if (status !== 200) throw new Error(`${file} answered ${status}: ${body.slice(0, 300)}`);
    return body.includes(code);
  };
  const save = (clerk: Clerk, code: string) =>
    clerk.post('/courses', { institutionId, code, title: `Course ${code}`, creditUnits: 2 });
  try {
    await servers.copyStandby();
    await standby.start();
    const said = await site.start();
    const own = await enter(site, said, 'owner', '192.0.2.10');
    const other = await enter(site, said, 'owner', '192.0.2.11');
    check(
      await until(async () => Number(await delay()) < 1, 20_000),
      'the replica is found and up to date',
      await delay(),
    );

    await standby.ask('select pg_wal_replay_pause()');
    const pausedAt = performance.now();
    const saved = await save(own, 'LATE-1');
    check(saved.status === 303, 'a change is saved', saved.body);
    check(await isSeen(own, 'LATE-1'), 'who made it sees it at once');
    check(!(await isSeen(other, 'LATE-1')), 'others read the replica, which does not have it yet');
    const logged = () =>
      primary.ask<{ count: number }>(
        `select count(*)::int as count from audit_entries where summary like 'exported %'`,
      );
    check(
      (await logged())[0]!.count === 2,
      'each file is in the log of the primary server',
      JSON.stringify(await logged()),
    );
    const written = await until(() => isSeen(other, 'LATE-1'), 15_000);
    const seconds = Math.round((performance.now() - pausedAt) / 1000);
    check(written && seconds >= 9 && seconds < 15, `a replica more than 10 s behind is left out (${seconds} s)`);
    await standby.ask('select pg_wal_replay_resume()');
    check(await until(async () => Number(await delay()) < 1, 10_000), 'it catches up', await delay());

    await standby.ask('select pg_wal_replay_pause()');
    const third = await enter(site, said, 'owner', '192.0.2.12');
    check(await isSeen(third, 'LATE-1'), 'a session that the replica does not know yet reads');
    await primary.ask(`update sessions set ended_at = now() where id = (select max(id) from sessions)`);
    const ended = await third.get(file);
    check(ended.status !== 200, 'one that has ended reads nothing, whatever the replica knows', ended.status);
    await standby.ask('select pg_wal_replay_resume()');

    const reading = readAlways([own, other]);
    await wait(1000);
    standby.pause();
    await wait(4000);
    check((await delay()) === 'Nan', 'a frozen replica is left out', await delay());
    standby.resume();
    check(await until(async () => Number(await delay()) < 1, 20_000), 'and read again when it answers', await delay());
    await standby.kill();
    await wait(3000);
    check((await delay()) === 'Nan', 'one that is gone is left out', await delay());
    await standby.start();
    check(await until(async () => Number(await delay()) < 1, 20_000), 'and read again when it is back', await delay());
    await standby.ask('select pg_promote(false)');
    check(
      await until(async () => (await delay()) === 'Nan', 10_000),
      'one that was promoted is left out',
      await delay(),
    );
    const { answers, wrong } = await reading();
    check(answers > 20 && wrong.length === 0, `nobody sees an error (${answers} files)`, wrong.join('; '));
    return outcome;
  } finally {
    await site.remove();
    await servers.remove();
  }
}

const metrics = async (url: string) => (await fetch(`${url}/metrics`)).text();

/** People who ask for a file again and again; returns how to end that. */
function readAlways(clerks: Clerk[]) {
  const wrong: string[] = [];
  let [answers, isOver] = [0, false];
  const working = Promise.all(
    clerks.map(async (clerk) => {
      while (!isOver) {
        const { status, body, took, error } = await clerk.get(file);
        answers += 1;
        if (status !== 200 || took > 9000)
          wrong.push(`${status} ${error ?? ''} after ${took} ms: ${body.slice(0, 200)}`);
        await wait(100);
      }
    }),
  );
  return async () => {
    isOver = true;
    await working;
    return { answers, wrong };
  };
}

if (import.meta.main) await runAlone({ name, run });
