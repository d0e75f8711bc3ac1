import { join, resolve } from 'node:path';
import { newBackupIn, prune } from '#kernel/backup/folder.ts';
import { makeBackup, proveBackup, type Proof } from '#kernel/backup/make-backup.ts';
import { openAlone, openDatabase } from '#kernel/backup/open-database.ts';
import { restoreBackup } from '#kernel/backup/restore-backup.ts';
import { readKey } from '#kernel/backup/secret-key.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment } from '#kernel/environment.ts';

/** `akada backup [file]`. With --nightly, as the server calls it, old nightly backups are removed afterwards. */
export async function backup(args: string[]) {
  const { file, flags } = sort(args, ['--nightly']);
  const environment = readEnvironment();
  const { folder, keep, timeZone } = environment.backup;
  const isNightly = flags.includes('--nightly');
  const database = await openDatabase(environment, console.log);
  try {
    const target = file ?? (await newBackupIn(folder, { isNightly }));
    const filesFolder = join(environment.dataFolder, 'files');
    const proof = await makeBackup({ ownerUrl: database.ownerUrl, filesFolder, key: readKey(environment) }, target);
    console.log(`Backed up to ${target}: ${inWords(proof)}.`);
    warnOfMissing(proof);
    const removed = isNightly ? prune(folder, keep, timeZone) : [];
    if (removed.length) console.log(`Removed ${removed.join(', ')}.`);
  } finally {
    await database.close();
  }
}

/** `akada verify <file>` */
export async function verify(args: string[]) {
  const proof = await proveBackup(needed(sort(args, []).file, 'verify'));
  const { header } = proof;
  console.log(
    [
      `${proof.path} is complete and undamaged.`,
      `Created ${header.createdAt} by Akada ${header.akada} (PostgreSQL ${header.postgres}), up to ${header.migrations.at(-1)!.name}.`,
      `It contains ${inWords(proof)}${proof.secret ? ', and the encryption key' : ''}.`,
    ].join('\n'),
  );
  warnOfMissing(proof);
}

/** `akada restore <file> [--replace] [--accept-broken-log]` */
export async function restore(args: string[]) {
  const { file, flags } = sort(args, ['--replace', '--accept-broken-log']);
  const path = needed(file, 'restore');
  const environment = readEnvironment();
  // Checks the file before anything starts or is created.
  const proof = await proveBackup(path);
  const database = await openAlone(environment, console.log);
  try {
    const { dataFolder, secret, databaseAppUrl: appUrl } = environment;
    const restored = await restoreBackup(
      proof,
      { ownerUrl: database.ownerUrl, appUrl, dataFolder, filesFolder: join(dataFolder, 'files'), secret },
      { mayReplace: flags.includes('--replace'), acceptsBrokenLog: flags.includes('--accept-broken-log') },
    );
    console.log(`Restored the backup of ${restored.header.createdAt}: ${inWords(restored)}.`);
    if (restored.applied.length) console.log(`Applied migrations ${restored.applied.join(', ')}.`);
    console.log(
      [
        ...restored.notes,
        'Everyone is signed out. Send invitation and password links again.',
        'Start Akada: npm start',
      ].join('\n'),
    );
    warnOfMissing(restored);
    for (const problem of restored.logProblems) console.error(`The audit log was changed. ${problem}`);
    if (restored.logProblems.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

/** npm changes to the project's folder, so file names are resolved from the user's working directory. */
function sort(args: string[], known: string[]) {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const files = args.filter((arg) => !arg.startsWith('--'));
  const odd = flags.find((flag) => !known.includes(flag)) ?? files[1];
  if (odd) throw new CannotStart(`${odd} is not a valid argument. Run npm run akada for help.`);
  return { flags, file: files[0] && resolve(process.env.INIT_CWD ?? process.cwd(), files[0]) };
}

function needed(file: string | undefined, command: string): string {
  if (!file) throw new CannotStart(`The file name is missing: npm run akada -- ${command} <file>`);
  return file;
}

export function inWords({ list, bytes }: Pick<Proof, 'list' | 'bytes'>) {
  const number = (value: number) => value.toLocaleString('en');
  const rows = list.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${number(rows)} rows of ${list.tables.length} tables and ${number(list.uploads.count)} uploads, ${number(Math.ceil(bytes / 1024))} KB`;
}

function warnOfMissing({ list: { missing, changed } }: Proof) {
  const firstOf = (uploads: string[]) => `${uploads.slice(0, 5).join(', ')}${uploads.length > 5 ? ' …' : ''}`;
  if (missing.length)
    console.error(`The backup lacks ${missing.length} uploads that were not on the disk: ${firstOf(missing)}`);
  if (changed.length)
    console.error(`${changed.length} uploads had changed on the disk since they were uploaded: ${firstOf(changed)}`);
}
