import type { connect } from '#kernel/database.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import type { Browser } from '#test/harness/app.ts';
import { createInstitution } from '#test/school-builder.ts';
import { liveWithReports } from './live-with-reports.ts';
import { rosterOf } from './uploads.ts';
import { multipart, png } from './upload-bytes.ts';

export interface ZungeruSchool {
  id: number;
  roleIds: Record<'owner' | 'employee', number>;
  studentIds: Record<string, number>;
  batchIds: Record<string, number>;
  names: string[];
}

export async function foundZungeru(database: ReturnType<typeof connect>): Promise<ZungeruSchool> {
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
export async function liveThrough(
  browser: Browser,
  { id, roleIds, studentIds, batchIds, names }: ZungeruSchool,
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
  await liveWithReports(browser, { id, roleIds, names });
  const tokens: string[] = [];
  for (const person of names.flatMap((one) => [one, `${one}-Lar`])) {
    const answer = await browser.post('/accounts', {
      institution_id: id,
      role_ids: [roleIds.employee],
      name: `${person} Invited`,
      username: `${person.toLowerCase()}.invited`,
      email: `${person.toLowerCase()}@invited.example.com`,
    });
    tokens.push((JSON.parse(done(answer).body) as { link: string }).link.split('/').at(-1)!);
  }
  return tokens;
}
