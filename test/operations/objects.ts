import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startObjectStore } from '#test/harness/object-store.ts';
import {
  alone,
  command,
  enter,
  outcome,
  rowsOf,
  run as runCommand,
  seePhoto,
  shownPhoto,
  smallSite,
  someStudents,
  uploadPhoto,
} from './objects-site.ts';

export const name = 'objects';

/** Uploads in the folder move to a bucket while people look at them; the bucket goes away and comes back. */
export async function run() {
  const { held, failed, check } = outcome();
  const store = await startObjectStore();
  const env: Record<string, string> = { AKADA_BACKUP: 'off' };
  const site = smallSite(env);
  try {
    const said = await site.start();
    let clerk = await enter(site, said);
    const students = await someStudents(site, 30);
    const [first = 0, second = 0] = students;
    for (const student of students) {
      const { status, body } = await uploadPhoto(clerk, student);
      if (status !== 200) throw new Error(`A photo was not taken: ${status} ${body}`);
    }
    await site.end('SIGTERM');

    Object.assign(env, store.env, { AKADA_FILES: `s3://${store.bucket}/files` });
    await site.start();
    clerk = await enter(site, said);
    const inFolder = await seePhoto(clerk, first);
    check('a photo that has not been moved is shown', inFolder.status === 200, String(inFolder.status));

    const settings = { ...env, AKADA_DATA: site.dataFolder };
    let isOver = false;
    const seen: number[] = [];
    const looking = (async () => {
      for (let at = 0; !isOver; at += 1) seen.push((await seePhoto(clerk, students[at % students.length]!)).status);
    })();
    // Stopped in the middle, as by a power failure.
    const stopped = command(['move-files'], settings);
    const files = () => objectsIn(store.directory);
    for (const end = Date.now() + 60_000; files() < 6 && Date.now() < end;) await wait(2);
    stopped.child.kill('SIGKILL');
    await stopped.ended;
    const after = files();
    const recorded = Number((await rowsOf<{ count: string }>(site, 'select count(*) from files'))[0]!.count);
    check('a move can be stopped', after > 0 && after < recorded, `${after} of ${recorded} moved`);
    const moved = await runCommand(['move-files', '--remove'], settings);
    check('a stopped move goes on, and verifies', moved.code === 0 && /there before/.test(moved.said), moved.said);
    isOver = true;
    await looking;
    const lost = seen.filter((status) => status !== 200);
    check(`${seen.length} photos were shown meanwhile`, seen.length > 0 && !lost.length, lost.join(' '));
    const left = filesIn(join(site.dataFolder, 'files'));
    check('the folder is empty afterwards', left === 0, `${left} left`);
    check('the bucket has all of them', files() === recorded, `${files()} of ${recorded}`);
    const shown = await seePhoto(clerk, second);
    check('a moved photo is shown', shown.status === 200 && /JFIF/.test(shown.body), String(shown.status));

    const before = await countOf(site);
    await store.stop();
    const away = await seePhoto(clerk, second);
    const sentence = /The store of uploaded files is not responding/;
    check(
      'while the store is away a photo is answered with 503 and what to do',
      away.status === 503 && sentence.test(away.body) && away.retryAfter !== null && !/not saved/.test(away.body),
      `${away.status} ${away.body.slice(0, 200)}`,
    );
    const refused = await uploadPhoto(clerk, first);
    check(
      'an upload is refused with 503 and what to do',
      refused.status === 503 && sentence.test(refused.body) && /not saved/.test(refused.body),
      `${refused.status} ${refused.body.slice(0, 200)}`,
    );
    check('nothing was recorded without its object', (await countOf(site)) === before);
    for (const page of ['/students', `/students/${first}`, '/home']) {
      const { status } = await clerk.get(page);
      check(`${page.replace(String(first), '…')} can be read`, status === 200, String(status));
    }
    const removed = await clerk.post(`/students/${second}/photo/remove`, { opened: await shownPhoto(clerk, second) });
    check(
      'a photo can be removed meanwhile',
      removed.status === 200,
      `${removed.status} ${removed.body.slice(0, 200)}`,
    );

    await store.start();
    const again = await uploadPhoto(clerk, first);
    check('the store is back: an upload works without a restart', again.status === 200, String(again.status));
    check('and is shown', (await seePhoto(clerk, first)).status === 200);
    await site.end('SIGTERM');
    await site.start();
    for (const end = Date.now() + 20_000; (await orphansIn(site, files)) > 0 && Date.now() < end;) await wait(100);
    const orphans = await orphansIn(site, files);
    check('what was deleted meanwhile has gone from the bucket', orphans === 0, `${orphans} more than recorded`);
  } finally {
    await site.remove();
    await store.remove();
  }
  return { held, failed };
}

type Site = ReturnType<typeof smallSite>;

const countOf = async (site: Site) =>
  Number((await rowsOf<{ count: string }>(site, 'select count(*) from files'))[0]!.count);
const orphansIn = async (site: Site, files: () => number) => files() - (await countOf(site));

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** The test's store keeps an object in a file of its own. */
const objectsIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('_object')).length;

if (import.meta.main) await alone({ name, run });
