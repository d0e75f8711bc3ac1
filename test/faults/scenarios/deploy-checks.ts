import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import type { Episode } from '#test/faults/episode.ts';
import { makeFolder } from '#test/faults/site.ts';

export const versionIn = (page: string) => /"version":"([0-9a-f]+)"/.exec(page)?.[1] ?? '';

/** A swap of a page that an older version wrote is answered with the way to load the address fully. */
export async function oldPage({ reader, problems }: Episode, url: string, version: string) {
  const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-inertia': 'true', 'x-inertia-version': version, accept: 'text/html' };
  const answer = await fetch(`${url}/courses`, { headers, redirect: 'manual' });
  if (answer.status !== 409 || answer.headers.get('x-inertia-location') !== '/courses')
    problems.push(`a swap of an older page answered ${answer.status}`);
}

export async function importsEnd({ ownerUrl, problems, notes }: Episode) {
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(200)) {
    const left = await withClient(ownerUrl(), async (client) => {
      const { rows } = await client.query(`select id from imports where state in ('checking', 'running')`);
      return rows.length;
    });
    if (left === 0) return;
  }
  problems.push(`of ${notes.imports.length} imports not all came to their end`);
}

export async function migratedOnce({ ownerUrl, problems }: Episode) {
  const { rows } = await withClient(ownerUrl(), (client) =>
    client.query<{ groups: number; steps: number }>(
      `select (select count(*)::int from accounts where is_group_administrator) as groups,
         (select count(*)::int from akada_migrations where name = '9999_newer.sql') as steps`,
    ),
  );
  if (rows[0]!.groups !== 1) problems.push(`the demonstration group was loaded ${rows[0]!.groups} times`);
  if (rows[0]!.steps !== 1) problems.push('the newer version did not bring its step of the database');
}

/** This checkout as its next version would be: with other assets and one step more for the database. */
export function newerVersion() {
  const folder = makeFolder();
  for (const name of ['bin', 'src', 'migrations', 'dist', 'package.json'])
    cpSync(resolve(name), join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const manifest = join(folder, 'dist/client/.vite/manifest.json');
  writeFileSync(manifest, `${readFileSync(manifest, 'utf8')}\n`);
  writeFileSync(join(folder, 'migrations/9999_newer.sql'), 'create table newer (id int);\n');
  return folder;
}
