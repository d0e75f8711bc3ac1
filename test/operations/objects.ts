import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startObjectStore } from '#test/harness/object-store.ts';
import {
  command,
  rowsOf,
  run as runCommand,
  seePhoto,
  shownPhoto,
  smallSite,
  someStudents,
  uploadPhoto,
} from './objects-site.ts';
import { enter } from './desks.ts';
import { gather, runAlone } from './outcome.ts';

export const name = 'objects';

/** Uploads in the folder move to a bucket while people look at them; the bucket goes away and comes back. */
export async function run() {
  const { outcome, check } = gather();
  const store = await startObjectStore();
  const env: Record<string, string> = { AKADA_BACKUP: 'off' };
  const site = smallSite(env);
  try {
    const said = await site.start();
    let clerk = await enter(site, said, 'group', '192.0.2.7');
    const students = await someStudents(site, 30);
    const [first = 0, second = 0] = students;
    for (const student of students) {
      const { status, body } = await uploadPhoto(clerk, student);
      if (status !== 200) throw new Error(`A photo was not taken: ${status} ${body}`);
    }
    await site.end('SIGTERM');

    Object.assign(env, store.env, { AKADA_FILES: `s3://${store.bucket}/files` });
    await site.start();
    clerk = await enter(site, said, 'group', '192.0.2.7');
    const inFolder = await seePhoto(clerk, first);
    check(inFolder.status === 200, 'a photo that has not been moved is shown', String(inFolder.status));

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
    check(after > 0 && after < recorded, 'a move can be stopped', `${after} of ${recorded} moved`);
    const moved = await runCommand(['move-files', '--remove'], settings);
    check(moved.code === 0 && /there before/.test(moved.said), 'a stopped move goes on, and verifies', moved.said);
    isOver = true;
    await looking;
    const lost = seen.filter((status) => status !== 200);
    check(seen.length > 0 && !lost.length, `${seen.length} photos were shown meanwhile`, lost.join(' '));
    const left = filesIn(join(site.dataFolder, 'files'));
    check(left === 0, 'the folder is empty afterwards', `${left} left`);
    check(files() === recorded, 'the bucket has all of them', `${files()} of ${recorded}`);
    const shown = await seePhoto(clerk, second);
    check(shown.status === 200 && /JFIF/.test(shown.body), 'a moved photo is shown', String(shown.status));

    const before = await countOf(site);
    await store.stop();
    const away = await seePhoto(clerk, second);
    const sentence = /The store of uploaded files is not responding/;
    check(
      away.status === 503 && sentence.test(away.body) && away.retryAfter !== null && !/not saved/.test(away.body),
      'while the store is away a photo is answered with 503 and what to do',
      `${away.status} ${away.body.slice(0, 200)}`,
    );
    const refused = await uploadPhoto(clerk, first);
    check(
      refused.status === 503 && sentence.test(refused.body) && /not saved/.test(refused.body),
      'an upload is refused with 503 and what to do',
      `${refused.status} ${refused.body.slice(0, 200)}`,
    );
    check((await countOf(site)) === before, 'nothing was recorded without its object');
    for (const page of ['/students', `/students/${first}`, '/home']) {
      const { status } = await clerk.get(page);
      check(status === 200, `${page.replace(String(first), '…')} can be read`, String(status));
    }
    const removed = await clerk.post(`/students/${second}/photo/remove`, { opened: await shownPhoto(clerk, second) });
    check(
      removed.status === 200,
      'a photo can be removed meanwhile',
      `${removed.status} ${removed.body.slice(0, 200)}`,
    );

    await store.start();
    const again = await uploadPhoto(clerk, first);
    check(again.status === 200, 'the store is back: an upload works without a restart', String(again.status));
    check((await seePhoto(clerk, first)).status === 200, 'and is shown');
    await site.end('SIGTERM');
    await site.start();
    for (const end = Date.now() + 20_000; (await orphansIn(site, files)) > 0 && Date.now() < end;) await wait(100);
    const orphans = await orphansIn(site, files);
    check(orphans === 0, 'what was deleted meanwhile has gone from the bucket', `${orphans} more than recorded`);
  } finally {
    await site.remove();
    await store.remove();
  }
  return outcome;
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

if (import.meta.main) await runAlone({ name, run });
