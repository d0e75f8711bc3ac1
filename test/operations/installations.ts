import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { loadDemo } from '#product/demo.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { install, makeFolder, type Site } from '#test/faults/site.ts';
import { withClient } from '#test/harness/client.ts';
import { createSchool } from '#test/school.ts';
import { node, root } from '../../bin/bootstrap.mjs';
import { gather, type Outcome } from './outcome.ts';

/* Two installations on one server: a group of schools, and the one that a school of it moves to. */
const passphrase = 'a passphrase for the way';
export const school = 'Olumo Heights Secondary School';

export interface Installation {
  ownerUrl: string;
  env: Record<string, string>;
  secret: Buffer;
  folder: string;
}

export interface Story {
  group: Installation;
  own: Installation;
  check: ReturnType<typeof gather>['check'];
  /** For files that go from one to the other. */
  folder: string;
  /** The PostgreSQL of both. */
  server: string;
  /** The product of one of them, not started yet; it ends with the story. */
  site(of: Pick<Installation, 'ownerUrl' | 'folder' | 'env'>): Site;
}

/** Makes both, empty, and removes everything afterwards. */
export async function betweenInstallations(play: (story: Story) => Promise<void>): Promise<Outcome> {
  const { outcome, check } = gather();
  const folder = makeFolder();
  const postgres = await startPostgres({ dataFolder: folder, durable: false, log: () => {} });
  const sites: Site[] = [];
  const site: Story['site'] = ({ ownerUrl, folder: dataFolder, env }) => {
    const made = install({ databaseUrl: ownerUrl, dataFolder, nodeArgs: ['--no-warnings'], env });
    sites.push(made);
    return made;
  };
  try {
    const server = postgres.ownerUrl;
    const group = await installation(server, folder, { name: 'group_of_schools', cell: 3 });
    const own = await installation(server, folder, { name: 'own_of_school', cell: 4095 });
    await play({ group, own, check, folder, server, site });
  } finally {
    for (const one of sites) await one.remove();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return outcome;
}

/** The number of the school that moves. */
export const idOfSchool = async ({ ownerUrl }: Installation) =>
  (await query<{ id: number }>(ownerUrl, `select id from institutions where name = '${school}'`))[0]!.id;

export const same = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

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

export async function fillGroup({ ownerUrl, folder, secret }: Installation) {
  const database = connect({ url: appUrlOf(ownerUrl), max: 2 });
  return loadDemo({ database, files: openFiles(join(folder, 'files')), secret }).finally(() => database.close());
}

export async function fillOwn({ ownerUrl }: Installation) {
  const database = connect({ url: appUrlOf(ownerUrl), max: 1 });
  await createSchool(database).finally(() => database.close());
  await query(ownerUrl, `update accounts set username = 'here.' || username`);
}

export const query = async <Row extends object>(ownerUrl: string, text: string) =>
  withClient(ownerUrl, async (client) => (await client.query<Row>(text)).rows);

/** A command as it is typed, with what it says. */
export async function akada(
  { env }: Installation,
  args: string[],
  typed = '',
): Promise<{ code: number; said: string }> {
  const child = spawn(node, ['bin/akada.ts', ...args], { cwd: root, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(typed);
  const code = await new Promise<number>((done) => child.once('exit', (status) => done(status ?? 1)));
  return { code, said };
}
