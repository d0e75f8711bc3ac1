import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { findSchool } from '#test/faults/find-school.ts';
import { Notes } from '#test/faults/notes.ts';
import { ownPostgres } from '#test/faults/own-postgres.ts';
import { install, makeFolder, type Site } from '#test/faults/site.ts';
import { importRoster } from '#test/faults/work/imports.ts';
import { randomFrom } from '#test/faults/work/desk.ts';
import { enter, smallDemonstration, until } from './desks.ts';
import { gather, runAlone } from './outcome.ts';

export const name = 'roles';

/** A process that serves and one that works: what each does, and how they find each other. */
export async function run() {
  const { outcome, check } = gather();
  const [postgres, dataFolder] = [await ownPostgres(), makeFolder()];
  const at = (role: string) =>
    install({
      dataFolder,
      databaseUrl: postgres.ownerUrl,
      nodeArgs: smallDemonstration,
      env: { AKADA_ROLE: role, LOG_LEVEL: 'warn' },
    });
  const [web, worker] = [at('web'), at('worker')];
  const ask = async <Row extends object>(text: string) =>
    (await withClient(postgres.ownerUrl, (client) => client.query<Row>(text))).rows;
  const jobs = (state: string) =>
    ask<{ id: string }>(`select id from pgboss.job where name like 'imports.%' and state::text = '${state}'`);
  const imports = async () =>
    (await ask<{ state: string }>('select state from imports order by id')).map((one) => one.state);
  const unsealed = async () =>
    (await ask<{ count: number }>('select count(*)::int as count from audit_entries where seq is null'))[0]!.count;
  try {
    const said = await web.start();
    const clerk = await enter(web, said, 'registrar');
    const school = await findSchool(postgres.ownerUrl);
    let isOver = false;
    const bring = (prefix: string) =>
      importRoster({ clerk, school, notes: new Notes(), chance: randomFrom(1), prefix, isOver: () => isOver }, 20);

    const first = bring('Ra');
    await until(async () => (await jobs('created')).length > 0, 10_000);
    await wait(3000);
    check((await imports()).join() === 'checking', 'a process that only serves works on no job', await imports());
    check(await web.isReady(), 'without a worker it stays ready');
    await workerStarts(worker, check);
    await first;
    check(
      await until(async () => (await imports()).join() === 'done', 20_000),
      'a worker takes what waits',
      await imports(),
    );

    const begun = performance.now();
    await bring('Rb');
    const isDone = await until(async () => (await imports()).join() === 'done,done', 25_000);
    const took = Math.round(performance.now() - begun);
    check(
      isDone && took < 10_000,
      'what is sent meanwhile is begun at its commit, not half a minute later',
      `${took} ms`,
    );
    check(
      await until(async () => (await unsealed()) === 0, 10_000),
      'the worker seals the log of changes',
      await unsealed(),
    );
    const scheduled = await ask<{ name: string }>(`select name from pgboss.schedule where name = 'backup.nightly'`);
    check(scheduled.length === 1, 'the nightly backup is scheduled');

    check((await worker.end('SIGTERM')) === 0, 'the worker ends with code 0', worker.said);
    await ask(
      `insert into pgboss.job (name, state, start_after) values ('imports.run', 'created', now() - interval '6 minutes')`,
    );
    const isTold = await until(() => web.said.includes('jobs have waited for five minutes'), 70_000);
    check(isTold && (await web.isReady()), 'jobs that wait for five minutes are told in the log', web.said.slice(-500));
    isOver = true;
    return outcome;
  } finally {
    await worker.remove();
    await web.remove();
    await postgres.remove();
    removeFolder(dataFolder);
  }
}

async function workerStarts(worker: Site, check: ReturnType<typeof gather>['check']) {
  await worker.start();
  const codes = await Promise.all(
    ['/health/live', '/health/ready', '/metrics', '/', '/sign-in', '/assets/x.js'].map(
      async (path) => (await fetch(worker.url + path, { redirect: 'manual' })).status,
    ),
  );
  check(codes.join() === '200,200,200,404,404,404', 'a worker serves its health and metrics alone', codes);
}

if (import.meta.main) await runAlone({ name, run });
