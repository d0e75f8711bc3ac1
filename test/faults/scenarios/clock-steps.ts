import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clerkAt } from '#test/faults/clerk.ts';
import { besidePostgres, type Episode } from '#test/faults/episode.ts';
import type { Part } from '#test/faults/report.ts';
import { patiently } from '#test/faults/verdict/judge.ts';
import { installPackages, mayInstall } from '../../../bin/apt.mjs';

const hour = 3600;

/** The clock of server and database jumps an hour, forward and back, under load. */
export const clockSteps: Part = async (options) => {
  const library = findLibrary();
  if (!library)
    return { problems: [], skipped: 'It needs libfaketime: apt-get install faketime, as root, then run it again.' };
  const folder = mkdtempSync(join(tmpdir(), 'akada-clock-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'offset');
  const set = (seconds: number) =>
    writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`, { mode: 0o644 });
  set(0);
  // PostgreSQL's own user reads it as well.
  spawnSync('chmod', ['755', folder]);
  const env = () => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // What shares memory between the processes of one command is one more thing to clean up.
    FAKETIME_DISABLE_SHM: '1',
  });
  return besidePostgres((episode) => play(episode, set), { env })(options);
};

async function play(episode: Episode, set: (seconds: number) => void) {
  episode.expect(await isMoved(episode, set), 'the clock of the database does not jump');
  for (const [step, seconds] of [hour, 0, -hour, 0].entries()) {
    episode.work(`F${step}`, 1200);
    await wait(1200);
    const shutOut = await shutOutOne(episode, `192.0.2.${120 + step}`);
    set(seconds);
    await wait(1500);
    await episode.recovers(30_000, `clock at ${seconds} s`);
    episode.expect((await episode.page('/account')).status === 200, `clock at ${seconds} s: a session has ended`);
    // A door that was shut for a quarter of an hour is not shut for an hour and a quarter.
    const isBack = seconds < (step === 0 ? 0 : [hour, 0, -hour][step - 1]!);
    if (isBack) {
      const { status } = await shutOut.clerk.signIn(shutOut.name, 'again');
      episode.expect(status !== 429, 'after a step back someone stays shut out');
    }
    await episode.rest(`the clock was set to ${seconds} s`);
    await importsEnd(episode, `clock at ${seconds} s`);
  }
  episode.expect(episode.site.isRunning(), 'the server did not live through it');
}

async function isMoved({ ownerUrl }: Episode, set: (seconds: number) => void) {
  const ahead = () =>
    patiently(ownerUrl(), async (client) => {
      const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
      return (rows[0]!.now.getTime() - Date.now()) / 1000;
    });
  set(hour);
  await wait(50);
  const there = await ahead();
  set(0);
  return there > hour - 60 && Math.abs(await ahead()) < 60;
}

/** Somebody who types a wrong password until the door shuts. */
async function shutOutOne(episode: Episode, address: string) {
  const name = `nobody-${address}`;
  const clerk = clerkAt(episode.site, address);
  let status = 0;
  for (let tries = 0; tries < 12 && status !== 429; tries += 1) ({ status } = await clerk.signIn(name, 'wrong'));
  episode.expect(status === 429, `twelve wrong passwords answered ${status}`);
  return { clerk, name };
}

/** Imports that were under way at the jump come to their end. */
async function importsEnd({ ownerUrl, problems, site }: Episode, when: string) {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(300)) {
    const left = await patiently(ownerUrl(), async (client) => {
      const { rows } = await client.query(`select id from imports where state in ('checking', 'running')`);
      return rows.length;
    });
    if (left === 0) return;
  }
  const jobs = await patiently(ownerUrl(), async (client) => {
    const { rows } =
      await client.query(`select name, state, retry_count, start_after - now() as start, started_on - now() as started,
      heartbeat_on - now() as heartbeat, output from pgboss.job where state in ('created', 'retry', 'active')`);
    return JSON.stringify(rows);
  });
  problems.push(`${when}: an import is not at its end after a minute: ${jobs} ${site.said.slice(-1500)}`);
}

/** Debian's; installed where that is ours to do. */
function findLibrary() {
  const find = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
  if (!find() && mayInstall()) installPackages('faketime');
  return find();
}
