import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { loadDemo } from '#product/demo.ts';
import { withClient } from '#test/harness/client.ts';
import { createSchool } from '#test/school.ts';
import { node, root } from '../../bin/bootstrap.mjs';

/* Two installations on one server: a group of schools, and the one that a school of it moves to. */
const passphrase = 'a passphrase for the way';
export const school = 'Olumo Heights Secondary School';

export interface Installation {
  ownerUrl: string;
  env: Record<string, string>;
  secret: Buffer;
  folder: string;
}

export async function installation(
  server: string,
  folder: string,
  { name: database, cell }: { name: string; cell: number },
) {
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
