import { parseArgs } from 'node:util';
import { withClient } from '#test/harness/client.ts';
import { install, makeFolder } from '#test/faults/site.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { readIfThere } from '#kernel/postgres/files.ts';
import { enter } from '../operations/desks.ts';
import { cpuOf, cpuOfPostgres, memoryOfPostgres, proportionalOf } from './processes.ts';

/*
 * node bin/run.mjs test/bench/costs.ts [--naira 1500]: what a student costs here, and what docs/growth.md makes of it.
 * Assumptions: pages of a student's people in a school day, its busiest hour's part, and prices.
 */
const { values } = parseArgs({ options: { naira: { type: 'string', default: '1500' } } });
const assumed = {
  studentsOfSchool: 300,
  /** Teachers, clerks, parents and students together, of each student. */
  pagesPerDay: 10,
  kilobytesPerPage: 15,
  partOfBusiestHour: 0.25,
  /** Of the busiest hour's mean: bells, results day. */
  peak: 3,
  /** Of a core, so that answers stay quick. */
  fullness: 0.5,
  dollarsPerCore: 8,
  dollarsPerGigabyteOfMemory: 3,
  dollarsPerGigabyteOfDisk: 0.1,
  nairaPerDollar: Number(values.naira),
};

const seconds = 20;
const site = install({ dataFolder: makeFolder('/var/tmp') });
const said = await site.start();
const postmaster = Number(readIfThere(`${findPlace(site.dataFolder).data}/postmaster.pid`)?.split('\n')[0]);
const [found] = await withClient(site.ownerUrl(), async (client) => {
  const { rows } = await client.query<{ bytes: number; empty: number; students: number }>(
    `select pg_database_size('akada')::float8 as bytes, pg_database_size('template1')::float8 as empty,
      (select count(*)::int from students) as students`,
  );
  return rows;
});
const clerks = await Promise.all([1, 2, 3, 4].map((at) => enter(site, said, 'registrar', `192.0.2.${at}`)));
const pages = ['/students', '/home', '/guardians', '/students?search=ade', '/students/1'];
const used = () => (cpuOf(site.pid) ?? 0) + (cpuOfPostgres(postmaster) ?? 0);
const read = async (until: number) => {
  let count = 0;
  await Promise.all(
    clerks.map(async (clerk) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const { status } = await clerk.get(pages[turn % pages.length]!);
        if (status === 200) count += 1;
      }
    }),
  );
  return count;
};
await read(performance.now() + 4000);
const before = used();
const count = await read(performance.now() + seconds * 1000);
const milliseconds = (used() - before) / count;
const server = proportionalOf(site.pid) ?? 0;
const postgres = memoryOfPostgres(postmaster) ?? 0;
await site.end('SIGTERM');

const kilobytes = (found!.bytes - found!.empty) / found!.students / 1000;
console.log(
  `${found!.students} students: ${(found!.bytes / 1e6).toFixed(0)} MB, ${kilobytes.toFixed(0)} KB of database each`,
);
console.log(`a page: ${milliseconds.toFixed(1)} ms of processors (${count} pages)`);
console.log(`memory under load: server ${server.toFixed(0)} MB, PostgreSQL ${postgres.toFixed(0)} MB`);
console.log('| schools | students | pages/s | cores | processes | memory | database/year | USD | NGN |');
for (const schools of [1, 100, 10_000, 100_000]) {
  const students = schools * assumed.studentsOfSchool;
  const perSecond = ((students * assumed.pagesPerDay * assumed.partOfBusiestHour) / 3600) * assumed.peak;
  const cores = Math.max(1, Math.ceil((perSecond * milliseconds) / 1000 / assumed.fullness));
  const disk = (students * kilobytes) / 1e6;
  // A process for each core; a twentieth of the database is in use on a day.
  const memory = Math.max(1, (cores * server + postgres) / 1024 + disk / 20);
  const dollars =
    cores * assumed.dollarsPerCore +
    memory * assumed.dollarsPerGigabyteOfMemory +
    // With a standby and backups: four times the disk.
    disk * 4 * assumed.dollarsPerGigabyteOfDisk;
  const cells = [students, perSecond, cores, cores, memory, disk, dollars, dollars * assumed.nairaPerDollar];
  console.log(`| ${[schools, ...cells].map((one) => Number(one.toPrecision(2)).toLocaleString('en')).join(' | ')} |`);
}
console.log(`bandwidth at the peak: ${assumed.kilobytesPerPage} KB a page`);
await site.remove();
process.exit(0);
