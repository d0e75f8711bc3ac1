import { parseArgs } from 'node:util';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { openFiles } from '#kernel/files.ts';
import { sessionCookie } from '#web/requests.ts';
import { onClose } from '#web/running/shutdown.ts';
import { withClient } from '#test/harness/client.ts';
import { makeFolder } from '#test/faults/site.ts';
import { bundle } from '../../bin/bootstrap.mjs';
import { partitionDatabase } from '../../bin/partition/command.ts';
import { removeInstitution } from '../../bin/institution/remove.ts';
import { requestText } from './http.ts';
import { importRoster } from './import.ts';
import { openDriver } from './load.ts';
import { cookieOf, multiply, peopleOf, signedIn } from './many-schools.ts';
import { proportionalOf } from './processes.ts';
import { median } from './quantiles.ts';
import { say } from './say.ts';
import { searchAddress, searches } from './search.ts';
import { fill, serve, type Filled, type Site } from './site.ts';

/*
 * node bin/run.mjs test/bench/partitions.ts [--schools 10000] [--into 64] [--tables 'a,b;all'] [--rounds 7] [--folder /var/tmp | --data <folder>]
 * Many small schools in one database, plain and with the tables of each set in partitions: pages of 200 of them in turn,
 * an import, vacuum of the largest table, and the removal of a school. --data takes the databases of an earlier run.
 */
const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '10000' },
    into: { type: 'string', default: '64' },
    tables: { type: 'string', default: 'all' },
    rounds: { type: 'string', default: '7' },
    folder: { type: 'string', default: '/var/tmp' },
    data: { type: 'string' },
    removals: { type: 'string', default: '1' },
  },
});
const [schools, into, rounds, removals] = [values.schools, values.into, values.rounds, values.removals].map(Number) as [
  number,
  number,
  number,
  number,
];
const seconds = 3;
const clients = 4;

bundle();
const dataFolder = values.data ?? makeFolder(values.folder);
const postgres = await startPostgres({ dataFolder, log: console.error });
onClose(() => postgres.stop());
const driver = openDriver();
const environment = {
  ownerUrl: postgres.ownerUrl,
  dataFolder,
  secret: randomBytes(32).toString('hex'),
  postgresPid: postgres.pid,
  driver,
};

const shape = { name: 'small', students: 100, classes: 6, batches: 6 };
const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const plain = values.data ? earlier() : await filled();

async function filled(): Promise<Filled> {
  say('Filling the first school …');
  const first = await fill(environment, 'akada', shape);
  const took = await timed(() => withClient(first.ownerUrl, (client) => multiply(client, schools)));
  say(`${schools} schools in ${(took / 1000).toFixed(0)} s`);
  return first;
}

function earlier(): Filled {
  const appUrl = appUrlOf(environment.ownerUrl);
  const school = {
    institutionId: 1,
    cookie: cookieOf(1),
    batchIds: [],
    hallIds: [0, 0] as [number, number],
    clerks: [],
  };
  return { ...environment, appUrl, shape, school, fillSeconds: 0 };
}

/** A copy whose tables are in partitions. */
async function partitioned(tables: string, at: number): Promise<Filled> {
  const ownerUrl = inDatabase(postgres.ownerUrl, `partitioned_${at}`);
  if (values.data) return { ...plain, ownerUrl, appUrl: appUrlOf(ownerUrl) };
  await withClient(inDatabase(postgres.ownerUrl, 'postgres'), (client) =>
    client.query(`create database partitioned_${at} template akada strategy file_copy`),
  );
  const took = await timed(() => partitionDatabase({ ownerUrl }, { into, tables }, (line) => say(`  ${line}`)));
  say(`${tables}: into ${into} partitions in ${(took / 1000).toFixed(0)} s`);
  await withClient(ownerUrl, (client) => client.query('vacuum analyze'));
  return { ...plain, ownerUrl, appUrl: appUrlOf(ownerUrl) };
}

const sets = values.tables.split(';');
const all = [plain];
for (const [at, tables] of sets.entries()) all.push(await partitioned(tables, at));
const names = ['plain', ...sets];

const found = new Map<string, number[][]>();
const note = (what: string, at: number, value: number) => {
  const row = found.get(what) ?? names.map(() => []);
  row[at]!.push(value);
  say(`  ${what}: ${names[at]} ${value.toPrecision(3)}`);
  found.set(what, row);
};

// Nobody is taken twice.
let imports = Math.floor(Math.random() * 1000);
await serveAll(all, async (sites) => {
  const pages = await Promise.all(sites.map(pagesOf));
  // The first round warms everything up and is not counted.
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of Object.keys(pages[0]!))
      for (const [at, site] of sites.entries()) {
        const script = pages[at]![kind]!;
        const driven = await driver.drive({ port: site.app.port, scripts: [script], clients, seconds, status: 200 });
        if (round) note(`${kind}, ms`, at, driven.p50);
      }
  for (let round = 0; round < 3; round += 1)
    for (const [at, site] of sites.entries()) {
      const roster = await importRoster(site, 'students', 1000, 3000 * ++imports);
      note('import of 1,000 students, s', at, roster.total / 1000);
    }
  for (const [at, site] of sites.entries()) note('memory of a connection, MB', at, await memoryOf(site));
});

for (let round = 0; round < 3; round += 1)
  for (const [at, site] of all.entries()) note('vacuum of the largest table, s', at, (await vacuum(site)) / 1000);
for (let round = 0; round < removals; round += 1)
  for (const [at, site] of all.entries()) {
    say(`Removing a school: ${names[at]} …`);
    note('one school removed, s', at, (await remove(site, schools - round)) / 1000);
  }
for (const [at, { ownerUrl }] of all.entries())
  note(
    'size, GB',
    at,
    await withClient(
      ownerUrl,
      async (client) =>
        (await client.query('select pg_database_size(current_database())::float8 / 1e9 as gb')).rows[0].gb,
    ),
  );

console.log(`\n| ${['', ...names].join(' | ')} |`);
for (const [what, row] of found)
  console.log(`| ${[what, ...row.map((one) => median(one).toPrecision(3))].join(' | ')} |`);
driver.stop();
await postgres.stop();
if (!values.data) rmSync(dataFolder, { recursive: true, force: true });
process.exit(0);

async function serveAll(filled: Filled[], work: (sites: Site[]) => Promise<void>, open: Site[] = []): Promise<void> {
  const [next, ...others] = filled;
  if (!next) return work(open);
  await serve(next, (site) => serveAll(others, work, [...open, site]));
}

/** What the registrars of 200 schools ask, each for their own. */
async function pagesOf(site: Site): Promise<Record<string, string[]>> {
  const students = await peopleOf(site, 'students');
  const words = Object.values(searches(shape.students));
  const script = (path: (at: number) => string) =>
    Array.from({ length: Math.min(signedIn, schools) }, (_, at) =>
      requestText({
        path: path(at),
        headers: { ...site.registrar.swap, cookie: `${sessionCookie}=${cookieOf(at + 1)}` },
      }),
    );
  return {
    list: script(() => '/students'),
    search: script((at) => searchAddress(words[at % words.length]!(at))),
    profile: script((at) => `/students/${students[at]}`),
    home: script(() => '/home'),
  };
}

/** Of the server's connections, the one that uses most. */
async function memoryOf({ client }: Site): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and usename = 'akada_app'`,
  );
  return Math.max(...rows.map(({ pid }) => proportionalOf(pid) ?? 0));
}

/** After a twentieth of the largest table's rows has changed. */
function vacuum({ ownerUrl }: Filled) {
  return withClient(ownerUrl, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `update audit_entries set request_id = coalesce(request_id, '') || 'x' where hashint8(id) % 20 = 0`,
    );
    await client.query('checkpoint');
    return timed(() => client.query('vacuum audit_entries'));
  });
}

async function remove({ ownerUrl }: Filled, id: number) {
  await withClient(ownerUrl, (client) =>
    client.query(
      `insert into moved_institutions (id, name, moved_to, slugs, hosts) select id, name, 'https://school.example', '{}', '{}' from institutions where id = $1`,
      [id],
    ),
  );
  return timed(() => removeInstitution(ownerUrl, openFiles(join(dataFolder, 'files')), { id, name: `School ${id}` }));
}
