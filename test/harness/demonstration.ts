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
  /** Its database, which tests read; whoever writes asks for a copy. */
  name: string;
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
    const database = connect({ url: appUrl, max: 2 });
    const signIns = await loadDemo({ database, files: openFiles(folder), secret }).finally(() => database.close());
    return { signIns, said: [] };
  });

/** Without either, loaded once a run by two processes that start together. */
export const plainDemonstration = () =>
  loadedOnce('demo_plain', async (appUrl) => {
    const database = connect({ url: appUrl, max: 2 });
    const start = async () => {
      const lines = await fillWhenEmpty({ database, files: null, secret } as unknown as Services, false, false);
      return lines('http://localhost:3000').join('\n');
    };
    const said = await Promise.all([start(), start()]).finally(() => database.close());
    return { signIns: signInsIn(said.join('')), said };
  });

/** A copy of the plain demonstration that only the caller knows. */
export async function copiedDemonstration() {
  const { name, signIns, said } = await plainDemonstration();
  return { ...(await cloneDatabase(inject('ownerUrl'), name)), signIns, said };
}

type Load = (appUrl: string, folder: string) => Promise<Pick<Demonstration, 'signIns' | 'said'>>;

/** Whichever worker asks first loads it, the others wait. */
function loadedOnce(name: string, load: Load): Promise<Demonstration> {
  const server = inject('ownerUrl');
  const ownerUrl = inDatabase(server, name);
  const appUrl = appUrlOf(ownerUrl);
  const folder = join(dirname(inject('contentsFile')), name);
  const kept = `${folder}.json`;
  return withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (!existsSync(kept)) {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`create database ${name} template ${inject('template')} strategy file_copy`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(kept, JSON.stringify(await load(appUrl, folder)));
    }
    const { signIns, said } = JSON.parse(readFileSync(kept, 'utf8')) as Pick<Demonstration, 'signIns' | 'said'>;
    return { name, ownerUrl, appUrl, signIns, said, folder };
  });
}
