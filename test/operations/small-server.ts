import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { findPlace } from '#kernel/postgres/place.ts';
import { endProcessesIn } from '#kernel/postgres/processes.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { withClient } from '#test/harness/client.ts';
import type { Clerk } from '#test/faults/clerk.ts';
import { findSchool } from '#test/faults/find-school.ts';
import { Notes } from '#test/faults/notes.ts';
import { install, makeFolder, ownerUrlOf } from '#test/faults/site.ts';
import { billClasses } from '#test/faults/work/bills.ts';
import { randomFrom } from '#test/faults/work/desk.ts';
import { importRoster } from '#test/faults/work/imports.ts';
import { takePayments } from '#test/faults/work/till.ts';
import { server } from '../../bin/bootstrap.mjs';
import { enter, institutionId, until } from './desks.ts';
import { memoryLimit } from './memory-limit.ts';
import { gather, runAlone } from './outcome.ts';

export const name = 'small-server';

const limitMegabytes = Number(process.env['AKADA_TEST_MEGABYTES'] ?? 1024);
const wantedStudents = 1000;
const readers = 12;
const workSeconds = 60;
const pages = ['/students', '/home', '/guardians', '/employees', '/students?search=ade', '/students?search=okafor'];

/** A whole working day in the memory of a small server, which the kernel enforces. */
export async function run() {
  const { outcome, check } = gather();
  const limit = memoryLimit('akada-small', limitMegabytes);
  check(limit !== undefined, `the kernel limits all processes together to ${limitMegabytes} MB, without swap`);
  if (!limit) return outcome;
  // On a disk: files in memory would count.
  const dataFolder = makeFolder('/var/tmp');
  // As the installation leaves it: the product itself sees how much memory there is.
  const site = install({ dataFolder, inside: limit.inside, env: { AKADA_PROCESSES: '', LOG_LEVEL: 'warn' } });
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, limit.held())), 100);
  const ask = <Row extends object>(statement: string, values: unknown[] = []) =>
    withClient(ownerUrlOf(dataFolder), async (client) => (await client.query<Row>(statement, values)).rows);
  const akada = async (...args: string[]) => {
    const [program, ...first] = limit.inside;
    // As the server starts it at night.
    const env = { ...process.env, ...server.env('production'), AKADA_DATA: dataFolder, DATABASE_URL: '' };
    return promisify(execFile)(program!, [...first, process.execPath, ...server.flags, 'bin/akada.ts', ...args], {
      env,
    });
  };
  try {
    const said = await site.start();
    check(limit.processes().length > 3, 'server and database are inside', limit.processes());
    const school = await findSchool(site.ownerUrl());
    const notes = new Notes();
    const registrar = await enter(site, said, 'registrar', '192.0.2.20');
    const deskOf = (clerk: Clerk, prefix: string, isOver = () => false) => {
      return { clerk, school, notes, chance: randomFrom(7), prefix, isOver };
    };
    const countStudents = async () => {
      const sql = 'select count(*)::int as count from students where institution_id = $1';
      return (await ask<{ count: number }>(sql, [institutionId]))[0]!.count;
    };
    const importsDone = (count: number) =>
      until(async () => {
        const [row] = await ask<{ count: number }>(`select count(*)::int as count from imports where state = 'done'`);
        return row!.count >= count;
      }, 120_000);
    const before = await countStudents();
    await importRoster(deskOf(registrar, 'Sa'), Math.max(wantedStudents - before, 10));
    check(await importsDone(1), 'the school is imported', notes.odd.join('; '));
    const students = await countStudents();
    check(students >= wantedStudents, `the school has ${wantedStudents} students or more (${students})`);

    let isOver = false;
    const statuses = new Map<number, number>();
    const times: number[] = [];
    const read = async (clerk: Clerk, at: number) => {
      for (let turn = at; !isOver; turn += 1) {
        const student = school.studentIds[(turn * 37) % school.studentIds.length]!;
        const path = [...pages, `/students/${student}`][turn % (pages.length + 1)]!;
        const { status, took } = await clerk.get(path);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        times.push(took);
        // Nobody comes near the limit of requests a minute.
        await wait(60);
      }
    };
    const enterAll = (username: string, count: number, first: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => enter(site, said, username, `192.0.2.${first + at}`)));
    const clerks = await enterAll('registrar', readers, 30);
    const [cashier, bursar] = [
      await enter(site, said, 'cashier', '192.0.2.50'),
      await enter(site, said, 'bursar', '192.0.2.51'),
    ];
    const sheets = await ask<{ ids: number[] }>(
      `select array_agg(id::int) as ids from mark_sheets where institution_id = $1 and state = 'published'
       group by batch_id, term_id order by count(*) desc limit 1`,
      [institutionId],
    );
    const printed = async () => {
      const answer = await registrar.post('/card-files', { ids: sheets[0]?.ids ?? [] }, randomUUID());
      const isDone = await until(async () => {
        const [file] = await ask<{ state: string }>('select state from card_files order by id desc limit 1');
        return file?.state === 'done';
      }, 120_000);
      check(isDone, 'the report cards of a class are printed', `${answer.status} ${answer.body.slice(0, 300)}`);
    };
    const work = Promise.all([
      ...clerks.map(read),
      takePayments(deskOf(cashier, 'Sc', () => isOver)),
      takePayments(deskOf(bursar, 'Sb', () => isOver)),
      billClasses(deskOf(bursar, 'Sd', () => isOver)),
      importRoster(deskOf(registrar, 'Se'), 500),
      printed(),
    ]);
    await wait((workSeconds * 1000) / 2);
    const backup = await akada('backup', '--nightly').catch((error: Error) => error);
    check(!(backup instanceof Error), 'the nightly backup is made while they work', backup);
    const drill = await akada('restore', '--drill').catch((error: Error) => error);
    check(!(drill instanceof Error), 'it is restored beside the installation while they work', drill);
    await wait((workSeconds * 1000) / 2);
    isOver = true;
    await work;
    check(await importsDone(2), '500 rows are imported meanwhile', notes.odd.join('; '));
    const receipts = await ask<{ reference: string }>('select reference from payments where reference = any ($1)', [
      [...notes.receipts.keys()],
    ]);
    check(
      receipts.length === notes.receipts.size && receipts.length > 0,
      `each of ${notes.receipts.size} acknowledged payments is there once`,
      receipts.length,
    );
    const billed = notes.done.get('bill')?.size ?? 0;
    check(billed > 0, 'a class is billed', notes.odd.join('; '));
    const shown = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    check(statuses.size === 1 && statuses.has(200), `every page is served (${shown})`, site.said.slice(-2000));
    check(notes.odd.length === 0 && notes.unanswered === 0, 'every answer is an expected one', notes.odd.join('; '));
    times.sort((a, b) => a - b);
    const p99 = Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
    check(p99 < 3000, `99 of 100 pages come within 3 s, two cores shared with the clients (p99 ${p99} ms)`);
    check(site.isRunning(), 'nothing was restarted', site.said.slice(-500));
    check(!site.said.includes('unexpectedly'), 'and no part of it', site.said.slice(-500));
    check(limit.kills() === 0, 'the kernel killed nothing', limit.kills());
    check(most < limitMegabytes, `processes held ${Math.round(most)} MB of ${limitMegabytes} at most`);
    const backups = readdirSync(`${dataFolder}/backups`).filter((file) => file.endsWith('.tar.gz'));
    check(backups.length > 0, 'the backup is in its folder', backups);
    return outcome;
  } finally {
    clearInterval(watching);
    await site.remove();
    await endProcessesIn(findPlace(dataFolder).data);
    removeFolder(dataFolder);
    await limit.remove();
  }
}

if (import.meta.main) await runAlone({ name, run });
