import { setTimeout as wait } from 'node:timers/promises';
import { findSchool } from '#test/faults/find-school.ts';
import { Notes } from '#test/faults/notes.ts';
import { install } from '#test/faults/site.ts';
import { randomFrom } from '#test/faults/work/desk.ts';
import { importRoster } from '#test/faults/work/imports.ts';
import { enter, openDesks, smallDemonstration, until } from './desks.ts';
import { openForwarder } from './forwarder.ts';
import { gather, runAlone } from './outcome.ts';
import { primaryAndStandby } from './standby-servers.ts';

export const name = 'standby';

const recoversWithin = 15_000;

/** The primary server dies under load, and its synchronous standby takes over at the same address. */
export async function run() {
  const { outcome, check } = gather();
  const servers = await primaryAndStandby();
  const { primary, standby } = servers;
  const forwarder = await openForwarder(primary.port);
  const site = install({
    databaseUrl: primary.url.replace(`:${primary.port}/`, `:${forwarder.port}/`),
    nodeArgs: smallDemonstration,
  });
  try {
    await servers.copyStandby();
    await standby.start();
    await servers.waitForStandby('remote_apply');
    const isSynchronous = await until(async () => {
      const [row] = await primary.ask<{ how: string }>('select sync_state as how from pg_stat_replication');
      return row?.how === 'sync';
    }, 20_000);
    check(isSynchronous, 'the standby streams and each commit waits for it', standby.said());
    const said = await site.start();
    const desks = await openDesks(site, said);
    const registrar = await enter(site, said, 'registrar', '192.0.2.40');
    const school = await findSchool(primary.url);
    const pid = site.pid;
    desks.work();
    await until(() => desks.acknowledgedAt.length > 20, 60_000);

    await standby.kill();
    await wait(1000);
    const aloneAt = performance.now();
    const isUncertain = () =>
      [...desks.notes.sentences.keys()].some((one) => one.includes('Check whether your change'));
    check(await until(isUncertain, 60_000), 'without the standby nobody is told that a change was saved for certain');
    const alone = desks.acknowledgedAt.filter((at) => at > aloneAt).length;
    check(alone === 0, 'and nothing is acknowledged', `${alone} saves`);
    await standby.start();
    const startedAt = performance.now();
    const goesOn = await until(() => desks.acknowledgedAt.some((at) => at > startedAt), 30_000);
    check(goesOn, 'saving goes on when it is back');
    await wait(2000);

    await primary.kill();
    const killedAt = performance.now();
    await wait(3000);
    const page = await registrar.get('/students');
    check(page.status === 503 && page.retryAfter !== null, 'meanwhile a page says that it is unavailable', page.status);
    check(page.took < 8000, 'and says so soon', `${page.took} ms`);
    await standby.ask('select pg_promote()');
    forwarder.turn(standby.port);
    const promotedAt = performance.now();
    const isBack = await until(() => desks.acknowledgedAt.some((at) => at > promotedAt), recoversWithin);
    const took = Math.round((desks.acknowledgedAt.find((at) => at > promotedAt) ?? Infinity) - promotedAt);
    check(isBack, `something is saved again within ${recoversWithin / 1000} s of the promotion (${took} ms)`);
    await wait(4000);
    await desks.rest();
    check(await until(() => site.isReady(), 5000), 'it is ready');
    check(site.isRunning() && site.pid === pid, 'without a restart', site.said.slice(-1000));

    const { notes } = desks;
    const lost = await desks.lost(standby.url);
    const before = desks.acknowledgedAt.filter((at) => at < killedAt).length;
    check(before > 20, `people saved until then (${before} times)`);
    check(
      lost.length === 0,
      `0 of ${notes.done.get('course')!.size} acknowledged saves are lost, none is there twice`,
      lost,
    );
    check(notes.unanswered === 0, 'every request had an answer', notes.broken.join('; '));
    check(notes.odd.length === 0, 'each was an expected one', notes.odd.join('; '));
    const sentences = [...notes.sentences].map(([sentence, count]) => `${count} × ${sentence}`);
    check(notes.sentences.size > 0 && notes.sentences.size <= 3, `people read: ${sentences.join(' / ')}`);

    const imported = new Notes();
    const desk = {
      clerk: registrar,
      school,
      notes: imported,
      chance: randomFrom(1),
      prefix: 'Sb',
      isOver: () => false,
    };
    await Promise.race([importRoster(desk, 20), wait(60_000, undefined, { ref: false })]);
    const isDone = await until(async () => {
      const [row] = await standby.ask<{ state: string }>('select state from imports order by id desc limit 1');
      return row?.state === 'done';
    }, 40_000);
    check(isDone, 'jobs go on', imported.odd.join('; '));
    return outcome;
  } finally {
    await site.remove();
    forwarder.close();
    await servers.remove();
  }
}

if (import.meta.main) await runAlone({ name, run });
