import { join } from 'node:path';
import { accountsIn, rowsOfInstitution, rowsOfOthers } from '#test/harness/institution-rows.ts';
import {
  akada,
  betweenInstallations,
  fillGroup,
  fillOwn,
  idOfSchool,
  query,
  same,
  school,
  type Story,
} from './installations.ts';
import { runAlone } from './outcome.ts';

/** A school of a group moves to another installation and back, by the commands that an operator types. */
export const name = 'move-institution';

const address = 'https://olumo.example';

export const run = () =>
  betweenInstallations(async (story) => {
    await fillGroup(story.group);
    await fillOwn(story.own);
    const id = await idOfSchool(story.group);
    await moveOut(story, id);
    await closeAndRemove(story, id);
    await moveBack(story, id);
  });

async function moveOut({ group, own, check, folder }: Story, id: number) {
  const file = join(folder, 'school.tar.gz');
  const exported = await akada(group, ['export-institution', school, file]);
  check(exported.code === 0, 'a school is exported to a signed file', exported.said);
  const key = /Signed with the key ([0-9a-f]{32})/.exec(exported.said)?.[1] ?? '';
  const other = await akada(own, ['import-institution', file, '--from', key.replace(/./g, '0')]);
  check(other.code === 1 && other.said.includes('signed with the key'), 'a file of another installation is refused');
  const before = await rowsOfInstitution(group.ownerUrl, id);
  const accounts = await accountsIn(own.ownerUrl);
  const others = await rowsOfOthers(own.ownerUrl, id, accounts);
  const imported = await akada(own, ['import-institution', file, '--from', key]);
  check(imported.code === 0, 'it is imported', imported.said);
  check(same(await rowsOfInstitution(own.ownerUrl, id), before), 'every row of it is the same there');
  check(same(await rowsOfOthers(own.ownerUrl, id, accounts), others), 'nothing else changed there');
  for (const command of ['verify-log', 'verify-results']) {
    const { code, said } = await akada(own, [command]);
    check(code === 0 && said.includes(`${school}: `), `${command} finds everything as it was sealed`, said);
  }
  const again = await akada(own, ['import-institution', file]);
  check(again.code === 1 && again.said.includes('the institution number'), 'a second import is refused', again.said);
}

async function closeAndRemove({ group, check, site: siteOf }: Story, id: number) {
  const [college] = await query<{ id: number }>(group.ownerUrl, `select id from institutions where id <> ${id}`);
  const before = await rowsOfInstitution(group.ownerUrl, college!.id);
  const [code] = await query<{ code: string }>(
    group.ownerUrl,
    `select code from published_results where institution_id = ${id} limit 1`,
  );
  const done = await akada(group, ['export-institution', school, '--done', '--to', address]);
  check(done.code === 0, 'it is closed where it came from', done.said);
  const site = siteOf(group);
  await site.start();
  const leads = async (path: string) =>
    (await fetch(`${site.url}${path}`, { redirect: 'manual' })).headers.get('location') === address + path;
  const paths = [`/verify/result/${code!.code}`, '/sites/olumo-heights/news'];
  for (const path of paths) check(await leads(path), `${path.replace(code!.code, '…')} leads on`);
  check(!(await leads('/sites/zuma-view')), 'other sites do not');
  await site.end('SIGTERM');
  const wrong = await akada(group, ['export-institution', school, '--remove'], 'Zuma\n');
  check(wrong.code === 1 && wrong.said.includes('Nothing was removed'), 'another name removes nothing', wrong.said);
  const removed = await akada(group, ['export-institution', school, '--remove'], `${school}\n`);
  check(removed.code === 0 && removed.said.includes('Backed up'), 'it is removed after a backup', removed.said);
  const rows = await rowsOfInstitution(group.ownerUrl, id);
  check(
    Object.values(rows).every((one) => one.rows === 0),
    'no row of it is left',
  );
  check(same(await rowsOfInstitution(group.ownerUrl, college!.id), before), 'the college is as it was');
  await site.start();
  for (const path of paths) check(await leads(path), `${path.replace(code!.code, '…')} still leads on`);
  await site.end('SIGTERM');
}

async function moveBack({ group, own, check, folder }: Story, id: number) {
  const file = join(folder, 'back.tar.gz');
  const exported = await akada(own, ['export-institution', String(id), file]);
  check(exported.code === 0, 'it is exported again', exported.said);
  const before = await rowsOfInstitution(own.ownerUrl, id);
  const imported = await akada(group, ['import-institution', file, '--merge-accounts']);
  check(imported.code === 0, 'it comes back', imported.said);
  check(same(await rowsOfInstitution(group.ownerUrl, id), before), 'every row of it is the same again');
  const [link] = await query<{ to: string | null }>(group.ownerUrl, `select akada_moved()::text as "to"`);
  check(link!.to === '[]', 'its addresses lead nowhere else');
  const { code, said } = await akada(group, ['verify-results']);
  check(code === 0, 'its results are as they were sealed at first', said);
}

if (import.meta.main) await runAlone({ name, run });
