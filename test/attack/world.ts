import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import type { AppOptions } from '#product/app.ts';
import { sessionCookie } from '#web/requests.ts';
import { Browser } from '#test/harness/app.ts';
import { cloneDatabase } from '#test/harness/database.ts';
import { createSchool } from '#test/school.ts';
import { messageOf, type Keys } from './draft.ts';
import { bringFamilies, type Families } from './families.ts';
import { countElsewhere, idsOf, secretsOf, type Ids } from './foreign.ts';
import { installJournal } from './journal.ts';
import { fillIlorin } from './filled-ilorin.ts';
import { groupAdministrator, openSessions, roles } from './people.ts';
import { type ZungeruSchool, foundZungeru, liveThrough } from './live-through.ts';
import { openApp, secret } from './open-app.ts';

/** The world as every round begins with it: a database to clone, a folder to copy, and what is known about both. */
export interface Mould {
  server: string;
  name: string;
  folder: string;
  sessions: Map<string, string>;
  /** Tokens of invitations that nobody has used yet, names of the site and its pages, codes of an order and an application. */
  keys: Keys;
  ownId: number;
  foreignIds: number[];
  foreign: Ids;
  secrets: string[];
  /** Whose children the staff's own are, by username. */
  families: Families;
  remove(): Promise<void>;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** With which Ilorin's provider signs what it reports. */
export const machineSecret = 'zq signs for ilorin';

/** In a file beside the web root: whoever reads it has climbed out. */
export const outside = 'zq-outside-the-web-root';

/**
 * Ilorin Grammar School, which is attacked, and two others that nobody of Ilorin may know of: the named world's Offa
 * College, and a polytechnic in Zungeru with something of every kind, ids out of the ordinary and words of its own.
 */
export async function makeMould(server: string, template: string): Promise<Mould> {
  const { name, ownerUrl, appUrl, drop } = await cloneDatabase(server, template);
  const folder = mkdtempSync(join(tmpdir(), 'akada-attack-'));
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web', 'zq.js'), '// zq');
  writeFileSync(join(folder, 'outside.txt'), outside);
  const client = new pg.Client({ connectionString: ownerUrl });
  // When a round fails, its error is to be seen, not that PostgreSQL was stopped under this connection.
  client.on('error', () => {});
  await client.connect();
  const site = await openApp(appUrl, folder);
  try {
    const school = await createSchool(site.database);
    const backHere = await countElsewhere(client);
    const zungeru = await foundZungeru(site.database);
    const live = async (username: string, polytechnic: ZungeruSchool) => {
      const cookie = (await openSessions(client, [username])).get(username)!;
      return liveThrough(new Browser(site.app, secret, { [sessionCookie]: cookie }), polytechnic, site.work);
    };
    await live('owner.zungeru', zungeru);
    await backHere();
    const { ilorin, offa } = school;
    for (const [id, value] of [
      [ilorin.id, machineSecret],
      [zungeru.id, 'zq of another institution'],
    ] as const)
      await site.database.asSystem([id], async (tx) => {
        for (const machine of ['delivery-reports', 'incoming-messages'])
          await replaceSecret(tx, secret, { institutionId: id, machine }, value);
      });
    const code = await site.database.asSystem([ilorin.id], (tx) => fillIlorin(tx, ilorin.id, school.accounts.owner));
    const families = await bringFamilies(client, ilorin.id, [
      ilorin.studentIds['Ada Obi'],
      ilorin.studentIds['Tunde Bakare'],
    ]);
    const token = await live('owner', { ...ilorin, names: ['Ajibola', 'Nwosu'] });
    await client.query(
      `update outbox set state = 'sent', sent_at = now(), provider_message_id = '${messageOf(0).slice(0, -1)}' || id`,
    );
    // Everybody has another device beside the one he attacks with.
    await openSessions(client, [...roles, groupAdministrator]);
    const sessions = await openSessions(client, [...roles, groupAdministrator]);
    const keys = {
      token,
      code,
      slug: ['ilorin'],
      page: ['page'],
      post: ['post'],
      step: ['person', 'guardians', 'review'],
    };
    const foreignIds = [offa.id, zungeru.id];
    const foreign = await idsOf(client, foreignIds);
    const secrets = await secretsOf(client, foreignIds);
    await installJournal(client);
    return {
      server,
      name,
      folder,
      sessions,
      keys,
      ownId: ilorin.id,
      foreignIds,
      foreign,
      secrets,
      families,
      async remove() {
        await drop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } finally {
    await site.close();
    await client.end();
  }
}

/** A copy of the world in which the product runs, with the owner's connection beside it. */
export async function openWorld(mould: Mould, options: AppOptions) {
  const { ownerUrl, appUrl, drop } = await cloneDatabase(mould.server, mould.name);
  const folder = mkdtempSync(join(tmpdir(), 'akada-attack-'));
  cpSync(mould.folder, folder, { recursive: true });
  const client = new pg.Client({ connectionString: ownerUrl });
  // When a round fails, its error is to be seen, not that PostgreSQL was stopped under this connection.
  client.on('error', () => {});
  await client.connect();
  const site = await openApp(appUrl, folder, options);
  return {
    ...site,
    client,
    folder,
    async close() {
      await site.close();
      await client.end();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
