import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { loadDemo } from '#product/demo.ts';
import { fillWhenEmpty } from '#product/first-run.ts';
import type { Services } from '#web/routes.ts';
import { signInsIn, type SignIn } from '#test/faults/clerk.ts';
import { withClient } from '#test/harness/client.ts';
import { cloneDatabase } from '#test/harness/database.ts';

export interface Demonstration {
  /** To be copied by whoever writes. Nobody connects to it: PostgreSQL copies no database that is in use. */
  template: string;
  /** The database that tests read. */
  ownerUrl: string;
  appUrl: string;
  signIns: Pick<SignIn, 'role' | 'username' | 'password'>[];
  /** What each of two processes printed that started together on the empty database. */
  said: string[];
  /** Where its files are. */
  folder: string;
}

const secret = Buffer.alloc(32, 7);

/** With pictures and past terms, as an operator gets it. Loaded once a run, since that takes as long as 200 tests. */
export const wholeDemonstration = () =>
  loadedOnce('demo_whole', async (appUrl, folder) => {
    const database = connect({ url: appUrl, max: 4 });
    const signIns = await loadDemo({ database, files: openFiles(folder), secret }).finally(() => database.close());
    return { signIns, said: [] };
  });

/** Without either, loaded once a run by two processes that start together. */
export const plainDemonstration = () =>
  loadedOnce('demo_plain', async (appUrl) => {
    const database = connect({ url: appUrl, max: 4 });
    const start = async () => {
      const lines = await fillWhenEmpty({ database, files: null, secret } as unknown as Services, false, false);
      return lines('http://localhost:3000').join('\n');
    };
    const said = await Promise.all([start(), start()]).finally(() => database.close());
    return { signIns: signInsIn(said.join('')), said };
  });

/** A copy of the plain demonstration that only the caller knows. */
export async function copiedDemonstration() {
  const { template, signIns, said } = await plainDemonstration();
  return { ...(await cloneDatabase(inject('ownerUrl'), template)), signIns, said };
}

type Load = (appUrl: string, folder: string) => Promise<Pick<Demonstration, 'signIns' | 'said'>>;

/** Whichever worker asks first loads it, the others wait. */
function loadedOnce(name: string, load: Load): Promise<Demonstration> {
  const server = inject('ownerUrl');
  const template = `${name}_template`;
  const ownerUrl = inDatabase(server, name);
  const folder = join(dirname(inject('contentsFile')), name);
  const kept = `${folder}.json`;
  return withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (!existsSync(kept)) {
      for (const made of [name, template]) await client.query(`drop database if exists ${made} with (force)`);
      const copy = (made: string, from: string) =>
        client.query(`create database ${made} template ${from} strategy file_copy`);
      await copy(template, inject('template'));
      mkdirSync(folder, { recursive: true });
      const loaded = await load(appUrlOf(inDatabase(server, template)), folder);
      await copy(name, template);
      writeFileSync(kept, JSON.stringify(loaded));
    }
    const { signIns, said } = JSON.parse(readFileSync(kept, 'utf8')) as Pick<Demonstration, 'signIns' | 'said'>;
    return { template, ownerUrl, appUrl: appUrlOf(ownerUrl), signIns, said, folder };
  });
}
