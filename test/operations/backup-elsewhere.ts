import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder } from '#test/faults/site.ts';
import { ownPostgres } from '#test/faults/own-postgres.ts';
import { withClient } from '#test/harness/client.ts';
import { startObjectStore } from '#test/harness/object-store.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { Bucket } from '../../bin/objects/bucket.ts';
import { copyToUsb } from '../../bin/usb-backup.ts';
import { command, rowsOf, run as runCommand, seePhoto, smallSite, someStudents, uploadPhoto } from './objects-site.ts';
import { enter } from './desks.ts';
import { gather, runAlone } from './outcome.ts';

export const name = 'backup elsewhere';

/** Backups that leave the machine, restores from there, and drills beside the running installation. */
export async function run() {
  const { outcome, check } = gather();
  const store = await startObjectStore();
  const env: Record<string, string> = {
    ...store.env,
    AKADA_BACKUP: 'off',
    AKADA_FILES: `s3://${store.bucket}/files`,
    AKADA_BACKUP_TO: `s3://${store.bucket}/nightly`,
  };
  const site = smallSite(env);
  const others: string[] = [];
  const bucketOf = (prefix: string) => new Bucket({ bucket: store.bucket, prefix }, store.access);
  try {
    const said = await site.start();
    let clerk = await enter(site, said, 'group', '192.0.2.7');
    const [student = 0] = await someStudents(site, 1);
    const uploaded = await uploadPhoto(clerk, student);
    if (uploaded.status !== 200) throw new Error(`A photo was not taken: ${uploaded.status} ${uploaded.body}`);
    const settings = { ...env, AKADA_DATA: site.dataFolder };
    const recorded = Number((await rowsOf<{ count: string }>(site, 'select count(*) from files'))[0]!.count);

    const sent = await runCommand(['backup', '--to', `s3://${store.bucket}/manual`], settings);
    const [manual = ''] = await keysOf(bucketOf('manual/'));
    check(
      sent.code === 0 && sent.said.includes(`and ${recorded} uploads`) && /^akada-\d{8}T\d{6}Z\.tar\.gz$/.test(manual),
      'a backup is sent to a bucket and read back, with the uploads of the other',
      sent.said,
    );
    check(!existsSync(join(site.dataFolder, 'backups')), 'no file is made here for it');

    const nightly = bucketOf('nightly/');
    for (const stamp of ['20200301T010000Z', '20200302T010000Z', '20200401T010000Z'])
      await nightly.put(`akada-nightly-${stamp}.tar.gz`, Readable.from([Buffer.from('old')]));
    const night = await runCommand(['backup', '--nightly'], { ...settings, AKADA_BACKUP_KEEP: '1,0,2' });
    const kept = await keysOf(nightly);
    check(
      night.code === 0 && kept.length === 2 && kept[0] === 'akada-nightly-20200401T010000Z.tar.gz',
      'the nightly backup is copied, and old ones go as they do here',
      `${kept.join(' ')}\n${night.said}`,
    );

    const drilled = await runCommand(['restore', '--drill'], settings);
    check(
      drilled.code === 0 && /nightly-20\S+ can be restored\. It is 0 hours old; .* took \d+ seconds/.test(drilled.said),
      'the newest backup, in the bucket, is drilled beside the running installation',
      drilled.said,
    );
    check(!leftIn(site.dataFolder).length, 'nothing of the drill is left', leftIn(site.dataFolder).join(' '));
    check((await seePhoto(clerk, student)).status === 200, 'the installation still works');
    const stopped = command(['restore', '--drill'], settings);
    for (const end = Date.now() + 60_000; !databaseIn(site.dataFolder) && Date.now() < end;) await wait(5);
    const wasThere = databaseIn(site.dataFolder);
    stopped.child.kill('SIGINT');
    const after = await stopped.ended;
    check(
      wasThere && after.code === 1 && /The drill was stopped/.test(after.said) && !leftIn(site.dataFolder).length,
      'a drill that is stopped removes everything',
      `${after.code} ${after.said} ${leftIn(site.dataFolder).join(' ')}`,
    );

    const here = join(site.dataFolder, 'backups');
    const damaged = join(here, 'akada-29990101T010000Z.tar.gz');
    const bytes = readFileSync(join(here, readdirSync(here)[0]!));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(damaged, bytes);
    const refused = await runCommand(['restore', '--drill', damaged], settings);
    check(
      refused.code === 1 && /is damaged/.test(refused.said) && !leftIn(site.dataFolder).length,
      'a drill of a damaged backup fails, and leaves nothing',
      refused.said,
    );

    rmSync(damaged);

    const stick = makeFolder();
    others.push(stick);
    const [backup = ''] = readdirSync(here);
    const there = await copyToUsb(join(here, backup), { device: '/dev/test1', folder: stick });
    check(readFileSync(there).equals(readFileSync(join(here, backup))), 'a stick holds what was written to it');
    check(readdirSync(stick).join() === backup, 'and nothing else');

    // Another machine: a folder of its own, and the bucket of backups alone.
    const folder = makeFolder();
    others.push(folder);
    const elsewhere = await runCommand(['restore', `s3://${store.bucket}/manual`], {
      ...store.env,
      AKADA_DATA: folder,
    });
    check(
      elsewhere.code === 0 && filesIn(join(folder, 'files')) === recorded,
      'a new installation is restored from a bucket into its folder',
      elsewhere.said,
    );
    check(!leftIn(folder).length, 'what was fetched is deleted', leftIn(folder).join(' '));

    await site.end('SIGTERM');
    const uploads = bucketOf('files/');
    const lost = await keysOf(uploads);
    for (const key of lost) await uploads.remove(key);
    const restored = await runCommand(['restore', `s3://${store.bucket}/manual/${manual}`, '--replace'], settings);
    check(
      restored.code === 0 && (await keysOf(uploads)).length === recorded,
      'uploads that were lost with the bucket are back in it',
      restored.said,
    );
    await site.start();
    clerk = await enter(site, said, 'group', '192.0.2.7');
    check((await seePhoto(clerk, student)).status === 200, 'and are shown');

    await drillOnOwnPostgres(check, join(here, backup), env);
  } finally {
    await site.remove();
    others.forEach(removeFolder);
    await store.remove();
  }
  return outcome;
}

/** With a PostgreSQL of one's own the drill has a database of its own in it. */
async function drillOnOwnPostgres(
  check: ReturnType<typeof gather>['check'],
  backup: string,
  env: Record<string, string>,
) {
  const own = await ownPostgres();
  const folder = makeFolder();
  mkdirSync(join(folder, 'data'));
  try {
    const { code, said } = await runCommand(['restore', '--drill', backup], {
      ...env,
      DATABASE_URL: own.ownerUrl,
      AKADA_DATA: join(folder, 'data'),
    });
    const names = await withClient(own.ownerUrl, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select datname as name from pg_database where datname like 'akada_drill%'`,
      );
      return rows.map(({ name: found }) => found);
    });
    check(code === 0 && !names.length, 'with DATABASE_URL it has a database of its own, which goes', said);
  } finally {
    removeFolder(folder);
    await own.remove();
  }
}

async function keysOf(bucket: Bucket) {
  const keys: string[] = [];
  for await (const { key } of bucket.list()) keys.push(key);
  return keys;
}

const leftIn = (folder: string) => readdirSync(folder).filter((entry) => /^(drill|fetched)-|restoring/.test(entry));
const databaseIn = (folder: string) =>
  readdirSync(folder).some((entry) => entry.startsWith('drill-') && existsSync(join(folder, entry, 'postgres.place')));
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

if (import.meta.main) await runAlone({ name, run });
