import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import { createApp, type AppOptions } from '#product/app.ts';
import { sessionCookie } from '#web/requests.ts';
import { Browser } from '#test/harness/app.ts';
import { cloneDatabase } from '#test/harness/database.ts';
import { createSchool } from '#test/school.ts';
import { createInstitution } from '#test/school-builder.ts';
import { messageOf } from './draft.ts';
import { countElsewhere, idsOf, secretsOf, type Ids } from './foreign.ts';
import { installJournal } from './journal.ts';
import { groupAdministrator, openSessions, roles } from './people.ts';
import { multipart, png, rosterOf } from './uploads.ts';
import { noAssets } from '#test/harness/no-assets.ts';

/** The world as every round begins with it: a database to clone, a folder to copy, and what is known about both. */
export interface Mould {
  server: string;
  name: string;
  folder: string;
  sessions: Map<string, string>;
  /** Tokens of invitations that nobody has used yet. */
  invitations: string[];
  ownId: number;
  foreignIds: number[];
  foreign: Ids;
  secrets: string[];
  remove(): Promise<void>;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

export const secret = Buffer.alloc(32, 7);
/** With which Ilorin's provider signs what it reports. */
export const machineSecret = 'zq signs for ilorin';
export const version = 'test';
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
  await client.connect();
  const site = await openApp(appUrl, folder);
  try {
    const school = await createSchool(site.database);
    const backHere = await countElsewhere(client);
    const zungeru = await foundZungeru(site.database);
    const live = async (username: string, house: House) => {
      const cookie = (await openSessions(client, [username])).get(username)!;
      return liveThrough(new Browser(site.app, secret, { [sessionCookie]: cookie }), house, site.work);
    };
    await live('owner.zungeru', zungeru);
    await backHere();
    const { ilorin, offa } = school;
    for (const [id, value] of [
      [ilorin.id, machineSecret],
      [zungeru.id, 'zq of another institution'],
    ] as const)
      await site.database.asSystem([id], (tx) =>
        replaceSecret(tx, secret, { institutionId: id, machine: 'delivery-reports' }, value),
      );
    const invitations = await live('owner', { ...ilorin, names: ['Ajibola', 'Nwosu'] });
    await client.query(
      `update outbox set state = 'sent', sent_at = now(), provider_message_id = '${messageOf(0).slice(0, -1)}' || id`,
    );
    // Everybody has another device beside the one he attacks with.
    await openSessions(client, [...roles, groupAdministrator]);
    const sessions = await openSessions(client, [...roles, groupAdministrator]);
    const foreignIds = [offa.id, zungeru.id];
    const foreign = await idsOf(client, foreignIds);
    const secrets = await secretsOf(client, foreignIds);
    await installJournal(client);
    return {
      ...{ server, name, folder, sessions, invitations, ownId: ilorin.id, foreignIds, foreign, secrets },
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
  await client.connect();
  const site = await openApp(appUrl, folder, options);
  return {
    ...{ ...site, client, folder },
    async close() {
      await site.close();
      await client.end();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Handler = (data: object, signal: AbortSignal) => Promise<void>;

async function openApp(appUrl: string, folder: string, options: AppOptions = {}) {
  const database = connect({ url: appUrl, max: 4 });
  const handlers = new Map<string, Handler>();
  const waiting: { queue: string; data: object }[] = [];
  const jobs: Jobs = {
    send: async (_tx, queue, data) => void waiting.push({ queue, data }),
    work: async (queue, handler) => void handlers.set(queue, handler as Handler),
    stop: async () => {},
  };
  const app = await createApp(
    {
      environment: { dataFolder: folder, isProduction: false },
      ...{ database, jobs, secret },
      files: openFiles(join(folder, 'files')),
      assets: noAssets(join(folder, 'web'), version),
    },
    { requestsPerMinute: false, maxEventLoopDelay: 0, ...options },
  );
  /** Does what waits in the queue, in this process and now; forgets it when the request that asked for it failed. */
  const work = async (isAsked = true) => {
    for (const { queue, data } of waiting.splice(0))
      if (isAsked) await handlers.get(queue)!(data, new AbortController().signal);
  };
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { app, database, work, close };
}

interface House {
  id: number;
  roleIds: Record<'owner' | 'employee', number>;
  studentIds: Record<string, number>;
  batchIds: Record<string, number>;
  names: string[];
}

async function foundZungeru(database: ReturnType<typeof connect>): Promise<House> {
  return database.asSystem([], async (tx) => {
    const zungeru = await createInstitution(tx, 'Zungeru Polytechnic', 'college', {
      program: 'National Diploma Dam Engineering',
      classes: ['ND 1'],
      batches: ['ND 1 A'],
      courses: ['DAM101 Hydrology of the Kaduna'],
      seats: [
        ['Tamunoibi Wokoma', 'active', 'ND 1 A'],
        ['Effanga Bassey', 'active', null],
      ],
    });
    const [owner] = await tx
      .insert(accounts)
      .values({
        username: 'owner.zungeru',
        name: 'Hauwa Kontagora',
        email: 'kontagora@zungeru.example.com',
        phone: '+2348099887766',
      })
      .returning({ id: accounts.id });
    await tx
      .insert(memberships)
      .values({ institutionId: zungeru.id, accountId: owner!.id, roleId: zungeru.roleIds.owner });
    return { ...zungeru, names: ['Dogonyaro', 'Gbagyi'] };
  });
}

/** One of each thing that a school comes to have, made through the product itself; answers the invitations' tokens. */
async function liveThrough(
  browser: Browser,
  { id, roleIds, studentIds, batchIds, names }: House,
  work: () => Promise<void>,
) {
  const done = (answer: { statusCode: number; body: string }) => {
    if (answer.statusCode >= 400) throw new Error(`The world could not be made: ${answer.statusCode} ${answer.body}`);
    return answer;
  };
  const send = (url: string, { type, body }: ReturnType<typeof multipart>) =>
    browser.send({ method: 'POST', url, payload: body, headers: { 'content-type': type, accept: 'application/json' } });
  for (const roster of names) {
    const file = {
      name: 'file',
      content: rosterOf([roster, `${roster}-Wase`]),
      filename: `${roster}.csv`,
      type: 'text/csv',
    };
    const answer = done(await send('/imports', multipart([{ name: 'institutionId', content: String(id) }, file])));
    const address = String((answer as { headers?: { location?: string } }).headers!.location);
    const mapping = ['surname', 'firstName', 'gender', 'birthDate', 'phone', 'leave_out'];
    done(await browser.post(`${address}/check`, { mapping, existing: 'skip', alike: 'new', repeat: true }));
    await work();
    if (roster === names[0]) done(await browser.post(`${address}/run`, { mode: 'good' }));
    await work();
  }
  done(
    await send(
      `/institutions/${id}/logo`,
      multipart([{ name: 'logo', content: png(), filename: `${names[0]}.png`, type: 'image/png' }]),
    ),
  );
  const site = { institutionId: id, title: names[0], body: names[0], isShown: 'true' };
  const alt = { name: 'alt', content: names[0]! };
  const shot = { name: 'picture', content: png(), filename: `${names[0]}.png`, type: 'image/png' };
  const added = done(
    await send('/site/pictures', multipart([{ name: 'institutionId', content: String(id) }, alt, shot])),
  );
  const pictureId = (JSON.parse(added.body) as { picture: { id: number } }).picture.id;
  done(await browser.post('/site/slides', { ...site, place: 'slider', pictureId }));
  done(await browser.post('/site/features', { ...site, icon: 'book' }));
  done(await browser.post('/site/testimonials', { ...site, name: names[0], relation: names[0], quote: names[0] }));
  done(await browser.post('/site/posts', { ...site, slug: 'post', summary: names[0], state: 'draft' }));
  done(await browser.post('/site/pages', { ...site, slug: 'page' }));
  done(
    await browser.post('/roles', { institution_id: id, name: `Keeper of ${names[0]}`, permissions: ['students.view'] }),
  );
  done(
    await browser.post('/students/batch-assignment', {
      batch_id: Object.values(batchIds).at(-1),
      student_ids: Object.values(studentIds).slice(1, 2),
    }),
  );
  const tokens: string[] = [];
  for (const person of names.flatMap((one) => [one, `${one}-Lar`])) {
    const answer = await browser.post('/accounts', {
      ...{ institution_id: id, role_ids: [roleIds.employee], name: `${person} Invited` },
      ...{ username: `${person.toLowerCase()}.invited`, email: `${person.toLowerCase()}@invited.example.com` },
    });
    tokens.push((JSON.parse(done(answer).body) as { link: string }).link.split('/').at(-1)!);
  }
  return tokens;
}
