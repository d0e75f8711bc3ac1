import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { loadDemo } from '#product/demo.ts';
import { install, makeFolder, type Site } from '#test/faults/site.ts';
import { withClient } from '#test/harness/client.ts';
import { accountsIn, rowsOfInstitution, rowsOfOthers } from '#test/harness/institution-rows.ts';
import { createSchool } from '#test/school.ts';
import { node, root } from '../../bin/bootstrap.mjs';

/** A school of a group moves to another installation and back, by the commands that an operator types. */
export const name = 'move-institution';

const passphrase = 'a passphrase for the way';
const address = 'https://olumo.example';
const school = 'Olumo Heights Secondary School';

interface Installation {
  ownerUrl: string;
  env: Record<string, string>;
  secret: Buffer;
  folder: string;
}

export async function run(): Promise<{ held: string[]; failed: string[] }> {
  const held: string[] = [];
  const failed: string[] = [];
  const check = (what: string, holds: boolean, why = '') =>
    void (holds ? held.push(what) : failed.push(`${what} ${why}`));
  const folder = makeFolder();
  const postgres = await startPostgres({ dataFolder: folder, durable: false, log: () => {} });
  const sites: Site[] = [];
  try {
    const group = await installation(postgres.ownerUrl, folder, { name: 'group_of_schools', cell: 3 });
    const own = await installation(postgres.ownerUrl, folder, { name: 'own_of_school', cell: 4095 });
    await fillGroup(group);
    await fillOwn(own);
    const story = { group, own, check, sites, folder };
    const id = await idOf(group);
    await moveOut(story, id);
    await closeAndRemove(story, id);
    await moveBack(story, id);
  } catch (error) {
    failed.push(String((error as Error).stack));
  } finally {
    for (const site of sites) await site.remove();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { held, failed };
}

interface Story {
  group: Installation;
  own: Installation;
  check: (what: string, holds: boolean, why?: string) => void;
  sites: Site[];
  folder: string;
}

async function installation(server: string, folder: string, { name: database, cell }: { name: string; cell: number }) {
  await withClient(server, (client) => client.query(`create database ${database} template template0 encoding utf8`));
  const ownerUrl = inDatabase(server, database);
  const secret = Buffer.alloc(32, cell % 251);
  const data = join(folder, database);
  mkdirSync(join(data, 'files'), { recursive: true });
  await migrate(ownerUrl, { secret, cell });
  const env = {
    DATABASE_URL: ownerUrl,
    AKADA_DATA: data,
    AKADA_SECRET: secret.toString('hex'),
    AKADA_CELL: String(cell),
    AKADA_ARCHIVE_PASSPHRASE: passphrase,
  };
  return { ownerUrl, secret, folder: data, env };
}

async function fillGroup({ ownerUrl, folder, secret }: Installation) {
  const database = connect({ url: appUrlOf(ownerUrl), max: 2 });
  await loadDemo({ database, files: openFiles(join(folder, 'files')), secret }).finally(() => database.close());
}

async function fillOwn({ ownerUrl }: Installation) {
  const database = connect({ url: appUrlOf(ownerUrl), max: 1 });
  await createSchool(database).finally(() => database.close());
  await query(ownerUrl, `update accounts set username = 'here.' || username`);
}

const query = async <Row extends object>(ownerUrl: string, text: string) =>
  withClient(ownerUrl, async (client) => (await client.query<Row>(text)).rows);

const idOf = async ({ ownerUrl }: Installation) =>
  (await query<{ id: number }>(ownerUrl, `select id from institutions where name = '${school}'`))[0]!.id;

/** A command as it is typed, with what it says. */
async function akada({ env }: Installation, args: string[], typed = ''): Promise<{ code: number; said: string }> {
  const child = spawn(node, ['bin/akada.ts', ...args], { cwd: root, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(typed);
  const code = await new Promise<number>((done) => child.once('exit', (status) => done(status ?? 1)));
  return { code, said };
}

async function moveOut({ group, own, check, folder }: Story, id: number) {
  const file = join(folder, 'school.tar.gz');
  const exported = await akada(group, ['export-institution', school, file]);
  check('a school is exported to a signed file', exported.code === 0, exported.said);
  const key = /Signed with the key ([0-9a-f]{32})/.exec(exported.said)?.[1] ?? '';
  const other = await akada(own, ['import-institution', file, '--from', key.replace(/./g, '0')]);
  check('a file of another installation is refused', other.code === 1 && other.said.includes('signed with the key'));
  const before = await rowsOfInstitution(group.ownerUrl, id);
  const accounts = await accountsIn(own.ownerUrl);
  const others = await rowsOfOthers(own.ownerUrl, id, accounts);
  const imported = await akada(own, ['import-institution', file, '--from', key]);
  check('it is imported', imported.code === 0, imported.said);
  check('every row of it is the same there', same(await rowsOfInstitution(own.ownerUrl, id), before));
  check('nothing else changed there', same(await rowsOfOthers(own.ownerUrl, id, accounts), others));
  for (const command of ['verify-log', 'verify-results']) {
    const { code, said } = await akada(own, [command]);
    check(`${command} finds everything as it was sealed`, code === 0 && said.includes(`${school}: `), said);
  }
  const again = await akada(own, ['import-institution', file]);
  check('a second import is refused', again.code === 1 && again.said.includes('the institution number'), again.said);
}

async function closeAndRemove({ group, check, sites }: Story, id: number) {
  const [college] = await query<{ id: number }>(group.ownerUrl, `select id from institutions where id <> ${id}`);
  const before = await rowsOfInstitution(group.ownerUrl, college!.id);
  const [code] = await query<{ code: string }>(
    group.ownerUrl,
    `select code from published_results where institution_id = ${id} limit 1`,
  );
  const done = await akada(group, ['export-institution', school, '--done', '--to', address]);
  check('it is closed where it came from', done.code === 0, done.said);
  const site = install({
    databaseUrl: group.ownerUrl,
    dataFolder: group.folder,
    nodeArgs: ['--no-warnings'],
    env: group.env,
  });
  sites.push(site);
  await site.start();
  const leads = async (path: string) =>
    (await fetch(`${site.url}${path}`, { redirect: 'manual' })).headers.get('location') === address + path;
  const paths = [`/verify/result/${code!.code}`, '/sites/olumo-heights/news'];
  for (const path of paths) check(`${path.replace(code!.code, '…')} leads on`, await leads(path));
  check('other sites do not', !(await leads('/sites/zuma-view')));
  await site.end('SIGTERM');
  const wrong = await akada(group, ['export-institution', school, '--remove'], 'Zuma\n');
  check('another name removes nothing', wrong.code === 1 && wrong.said.includes('Nothing was removed'), wrong.said);
  const removed = await akada(group, ['export-institution', school, '--remove'], `${school}\n`);
  check('it is removed after a backup', removed.code === 0 && removed.said.includes('Backed up'), removed.said);
  const rows = await rowsOfInstitution(group.ownerUrl, id);
  check(
    'no row of it is left',
    Object.values(rows).every((one) => one.rows === 0),
  );
  check('the college is as it was', same(await rowsOfInstitution(group.ownerUrl, college!.id), before));
  await site.start();
  for (const path of paths) check(`${path.replace(code!.code, '…')} still leads on`, await leads(path));
  await site.end('SIGTERM');
}

async function moveBack({ group, own, check, folder }: Story, id: number) {
  const file = join(folder, 'back.tar.gz');
  const exported = await akada(own, ['export-institution', String(id), file]);
  check('it is exported again', exported.code === 0, exported.said);
  const before = await rowsOfInstitution(own.ownerUrl, id);
  const imported = await akada(group, ['import-institution', file, '--merge-accounts']);
  check('it comes back', imported.code === 0, imported.said);
  check('every row of it is the same again', same(await rowsOfInstitution(group.ownerUrl, id), before));
  const [link] = await query<{ to: string | null }>(group.ownerUrl, `select akada_moved()::text as "to"`);
  check('its addresses lead nowhere else', link!.to === '[]');
  const { code, said } = await akada(group, ['verify-results']);
  check('its results are as they were sealed at first', code === 0, said);
}

const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

if (import.meta.main) {
  const { held, failed } = await run();
  console.log([...held.map((what) => `held    ${what}`), ...failed.map((what) => `FAILED  ${what}`)].join('\n'));
  process.exitCode = failed.length > 0 ? 1 : 0;
}
