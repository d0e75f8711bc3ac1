import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, type Database } from '#kernel/database.ts';
import { listener } from '#kernel/postgres/listen.ts';
import { proveBooks } from '#test/harness/check-books.ts';
import { checkCounts } from '#test/harness/check-counts.ts';
import { nextTransaction, restore, type Contents } from '#test/harness/contents.ts';
import { schoolDatabase } from '#test/harness/database.ts';
import { shareApp, type Reachable, type SharedApp } from '#test/harness/shared-app.ts';

type Fresh = Awaited<ReturnType<typeof schoolDatabase>>;

/** A database that worlds of this process use one after the other, with connections that stay open between them. */
interface Shelved {
  fresh: Fresh;
  database: Database;
  /** The database as a world has it, with a listener of its own. */
  shown: Database;
  /** The application over it, as soon as a world has asked for the usual one. */
  app?: SharedApp;
  /** The same for browsers. */
  reachable?: SharedApp;
  owner: pg.Client;
  /** Puts rows back; in the role of a replica. */
  writer: pg.Client;
  /** The first transaction of the world that has it now. */
  since: string;
  uses: number;
}

const shelf: Shelved[] = [];
/** A test that needs more worlds at once drops the rest. */
const shelfLength = 2;
/** Deleted rows stay in the files, because autovacuum is off. */
const mostUses = 100;
let contents: Contents | undefined;

/** A database with the named school in it, for one world; it is put right and used again by the next one. */
export async function borrowSchool() {
  const shelved = shelf.pop() ?? (await open());
  shelved.uses += 1;
  const { fresh, database, shown } = shelved;
  const ear = listener(fresh.appUrl, (channel, payload) =>
    database.anonymous(async (tx) => void (await tx.execute(sql`select pg_notify(${channel}, ${payload})`))),
  );
  // A test may have put something in place of what was there.
  Object.assign(shown, database, { listen: ear.listen, close: ear.close });
  return {
    ownerUrl: fresh.ownerUrl,
    appUrl: fresh.appUrl,
    school: structuredClone(fresh.school),
    database: shown,
    /** The usual application over this database, which the worlds that have it share. */
    async app() {
      shelved.app ??= await shareApp(shown);
      shelved.app.begin();
      return shelved.app;
    },
    /** The one that the worlds share to which browsers come. */
    async reachableApp(what: () => Reachable) {
      shelved.reachable ??= await shareApp(shown, what());
      shelved.reachable.begin();
      return shelved.reachable;
    },
    async giveBack() {
      for (const kind of ['app', 'reachable'] as const)
        if (shelved[kind] && !(await shelved[kind].end())) shelved[kind] = undefined;
      await ear.close();
      await checkCounts(shelved.owner)
        .then(() => proveBooks(shelved.owner))
        .catch(async (error: unknown) => {
          await discard(shelved);
          throw error;
        });
      const isRight = shelf.length < shelfLength && shelved.uses < mostUses && (await putRight(shelved));
      if (isRight) shelf.push(shelved);
      else await discard(shelved);
    },
  };
}

async function open(): Promise<Shelved> {
  const fresh = await schoolDatabase();
  // Its questions are the same behind every test: each is planned once.
  const [owner, writer] = await Promise.all([
    connection(fresh.ownerUrl, 'set plan_cache_mode = force_generic_plan'),
    connection(fresh.ownerUrl, 'set session_replication_role = replica'),
  ]);
  const database = connect({ url: fresh.appUrl, max: 12, readTimeout: 20_000 });
  return { fresh, database, shown: { ...database }, owner, writer, since: await nextTransaction(owner), uses: 0 };
}

async function connection(connectionString: string, setting: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  await client.query(setting);
  return client;
}

async function putRight(shelved: Shelved): Promise<boolean> {
  contents ??= JSON.parse(readFileSync(inject('contentsFile'), 'utf8')) as Contents;
  try {
    const { owner, writer, since } = shelved;
    if (!(await isQuiet(shelved)) || !(await restore(owner, writer, contents, since))) return false;
    shelved.since = await nextTransaction(owner);
    return true;
  } catch {
    return false;
  }
}

/** Whether all that the world began has ended. */
async function isQuiet({ owner, database }: Shelved): Promise<boolean> {
  for (let looks = 0; looks < 50; looks += 1) {
    const { total, idle, waiting } = database.load();
    const { rows } = await owner.query({ name: 'busy', text: busy });
    if (total === idle && waiting === 0 && rows[0].busy === 0) return true;
    await wait(10);
  }
  return false;
}

const busy = `
  select (select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state is distinct from 'idle')
    + (select count(*) from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()))
    as busy`;

async function discard({ fresh, database, owner, writer, app, reachable }: Shelved) {
  await Promise.all([app?.close(), reachable?.close()]);
  // Dropping ends the connections too, whatever they are waiting for.
  await fresh.drop();
  await database.close();
  await Promise.allSettled([owner.end(), writer.end()]);
}
