import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Tx } from '#kernel/database.ts';
import { replaceSecret } from '#kernel/secrets/machine-secrets.ts';
import type { AppOptions } from '#product/app-options.ts';
import { sessionCookie } from '#web/requests.ts';
import { Browser } from '#test/harness/app.ts';
import { cloneDatabase } from '#test/harness/database.ts';
import { fillAdmissions } from '#test/harness/filled-admissions.ts';
import { fillAssessment } from '#test/harness/filled-assessment.ts';
import { fillMoney } from '#test/harness/filled-money.ts';
import { fillOnline } from '#test/harness/filled-online.ts';
import { fillPins } from '#test/harness/filled-pins.ts';
import { fillPromotion } from '#test/harness/filled-promotion.ts';
import { fillRegistration } from '#test/harness/filled-registration.ts';
import { fillTimetable } from '#test/harness/filled-timetable.ts';
import { openSchoolDays } from '#test/harness/school-days.ts';
import { createSchool } from '#test/school.ts';
import { messageOf } from './draft.ts';
import { bringFamilies, type Families } from './families.ts';
import { countElsewhere, idsOf, secretsOf, type Ids } from './foreign.ts';
import { installJournal } from './journal.ts';
import { groupAdministrator, openSessions, roles } from './people.ts';
import { type ZungeruSchool, foundZungeru, liveThrough } from './live-through.ts';
import { openApp, secret } from './open-app.ts';

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
    await site.database.asSystem([ilorin.id], async (tx) => {
      await openSchoolDays(tx, ilorin.id);
      await fillTimetable(tx, ilorin.id);
      await fillMoney(tx, ilorin.id, 'Obi');
      await fillOnline(tx, ilorin.id, school.accounts.owner);
      await fillAdmissions(tx, ilorin.id, 'Obi');
      await fillPins(tx, ilorin.id, school.accounts.owner, 'Obi');
      await stockPins(tx, ilorin.id);
      await fillAssessment(tx, ilorin.id, 'Obi');
      await fillPromotion(tx, ilorin.id);
      await fillRegistration(tx, ilorin.id);
    });
    const families = await bringFamilies(client, ilorin.id, [
      ilorin.studentIds['Ada Obi'],
      ilorin.studentIds['Tunde Bakare'],
    ]);
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
      ...{ server, name, folder, sessions, invitations, ownId: ilorin.id, foreignIds, foreign, secrets, families },
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

/** Pins that strangers can order: sixty of each kind. */
async function stockPins(tx: Tx, institutionId: number): Promise<void> {
  await tx.execute(sql`with kind as (update pin_kinds set is_on_sale = true where institution_id = ${institutionId} returning id),
    made as (insert into pins (institution_id, serial, batch_id, kind_id, is_card, expires_on)
      select p.institution_id, p.serial + n, p.batch_id, p.kind_id, false, p.expires_on from pins p, generate_series(1, 60) n
      where p.institution_id = ${institutionId} returning serial)
    update counters set value = value + 60 where institution_id = ${institutionId} and name = 'pin'`);
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
