import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpNightly, drillWeekly } from '#kernel/backup/nightly.ts';
import { proveBackup } from '../../bin/backup/make-backup.ts';
import { connect } from '#kernel/database.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { dataFolder, serve } from './installation.ts';
import { until } from '#test/harness/time.ts';

const { folder, remove } = dataFolder();
const backups = join(folder, 'backups');
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  fresh = await freshDatabase();
  env = { PATH: process.env.PATH, DATABASE_URL: fresh.ownerUrl, AKADA_DATA: folder, AKADA_BACKUP_KEEP: '2,1,1' };
});
afterAll(async () => {
  await fresh?.drop();
  remove();
});

const old = ['20200301T010000Z', '20200302T010000Z', '20200303T010000Z', '20200304T010000Z'].map(
  (stamp) => `akada-nightly-${stamp}.tar.gz`,
);
const others = ['akada-20190101T010000Z.tar.gz', 'akada-nightly-20200304T010000Z.tar.gz.old', 'notes.txt'];

/** Before anything here; a backup is named by the second. */
const begun = Math.floor(Date.now() / 1000);

function prepare() {
  mkdirSync(backups, { recursive: true });
  for (const name of [...old, ...others]) writeFileSync(join(backups, name), '');
  const left = join(backups, 'akada-nightly-20200305T010000Z.tar.gz.0a1b2c3d.partial');
  writeFileSync(left, '');
  utimesSync(left, 0, 0);
}

/** One process of several, whose backup fails or not as its environment says. */
async function start(its = env) {
  const jobs = await startJobs(fresh.appUrl, () => {});
  const errors: unknown[] = [];
  const log = { error: (details: object) => void errors.push(details), warn: () => {} };
  const told: number[] = [];
  const made = await backUpNightly(jobs, readEnvironment(its), log, its, async () => told.push(Date.now()));
  return { ...made, jobs, errors, told, stop: () => jobs.stop() };
}
const send = async () => {
  const [database, jobs] = [connect({ url: fresh.appUrl, max: 1 }), await startJobs(fresh.appUrl, () => {})];
  await database.anonymous((tx) => jobs.send(tx, 'backup.nightly', {}));
  await jobs.stop();
  await database.close();
};
const rows = (text: string) => withClient(fresh.ownerUrl, async (client) => (await client.query(text)).rows);
const finished = (states: string[]) => async () =>
  (await rows(`select state::text from pgboss.job where name = 'backup.nightly'`)).every(({ state }) =>
    states.includes(state),
  );

test('a night makes one backup among several processes, and only then lets old ones go', async () => {
  prepare();
  await send();
  const both = [await start(), await start()];
  try {
    await until(finished(['completed']));
    const names = readdirSync(backups);
    const [made = '', ...more] = names.filter((name) => ![...old, ...others].includes(name));
    expect(more).toEqual([]);
    expect(made).toMatch(/^akada-nightly-20\d{6}T\d{6}Z\.tar\.gz$/);
    await proveBackup(join(backups, made));
    // Two days: today and the last before it; the week's and the month's last are today's.
    expect(names.toSorted()).toEqual([...others, old[3], made].toSorted());
    expect(both.map(({ latest }) => latest()!.getTime() / 1000 >= begun)).toEqual([true, true]);
    expect(await rows('select name, cron, timezone from pgboss.schedule')).toEqual([
      { name: 'backup.nightly', cron: '0 2 * * *', timezone: 'Africa/Lagos' },
    ]);
  } finally {
    for (const one of both) await one.stop();
  }
  const off = await start({ ...env, AKADA_BACKUP: 'off' });
  await off.stop();
  expect(await rows('select name from pgboss.schedule')).toEqual([]);
});

test('a failed night is in the log and the metrics, sends a notification, is retried, and removes nothing', async () => {
  prepare();
  const names = readdirSync(backups).toSorted();
  await rows('delete from pgboss.job');
  await send();
  const failing = await start({ ...env, DATABASE_URL: fresh.ownerUrl.replace(/\/t_\w+/, '/none') });
  const served = await serve({ ...fresh, folder, backups: failing });
  try {
    await until(finished(['retry']));
    expect(readdirSync(backups).toSorted()).toEqual(names);
    expect(failing.errors).toMatchObject([
      { err: { message: expect.stringContaining('the database does not exist') } },
    ]);
    expect(failing.told).toHaveLength(1);
    const { body } = await served.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(body).toContain('akada_backup_failures_total 1');
    const at = Number(/^akada_backup_last_success_timestamp_seconds (\d+)$/m.exec(body)?.[1]);
    expect(at).toBe(Math.floor(failing.latest()!.getTime() / 1000));
    expect(at).toBeGreaterThanOrEqual(begun);
  } finally {
    await served.close();
    await failing.stop();
  }
});

test('a weekly drill tells of its outcome; without a day there is none', async () => {
  const jobs = await startJobs(fresh.appUrl, () => {});
  const told: string[] = [];
  const tell = async (...words: string[]) => told.push(words.join(': '));
  const log = { error: () => {}, warn: () => {} };
  const its = { ...env, AKADA_BACKUP_FOLDER: join(folder, 'none'), AKADA_DRILL: 'sunday 04:30' };
  try {
    await drillWeekly(jobs, readEnvironment(its), log, its, tell);
    expect(await rows(`select cron from pgboss.schedule where name = 'backup.drill'`)).toEqual([
      { cron: '30 4 * * 0' },
    ]);
    const database = connect({ url: fresh.appUrl, max: 1 });
    await database.anonymous((tx) => jobs.send(tx, 'backup.drill', {}));
    await database.close();
    await until(() => told.length > 0);
    expect(told).toEqual([
      expect.stringMatching(
        /^The restore drill failed: Your latest backup may not help\. There is no backup in \S+none\./,
      ),
    ]);
  } finally {
    await jobs.stop();
  }
  const later = await startJobs(fresh.appUrl, () => {});
  await drillWeekly(later, readEnvironment(env), log, env, tell);
  await later.stop();
  expect(await rows(`select cron from pgboss.schedule where name = 'backup.drill'`)).toEqual([]);
});
