import { resolve } from 'node:path';
import { backupsIn, newBackupIn, newBackupName, prune } from '#kernel/backup/folder.ts';
import { makeBackup, proveBackup, sendBackup, type Proof } from './backup/make-backup.ts';
import { openAlone, openDatabase } from './backup/open-database.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { readKey } from './backup/secret-key.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import { drill } from './drill.ts';
import { bucketAt, filesOf } from './objects/open-files.ts';
import { bucketNamed, isAddress, pruneBucket, sendFile, sendVerified, withFetched } from './objects/sent-backups.ts';
import { stageOf } from './objects/stage.ts';
import { copyToUsb } from './usb-backup.ts';
import { onlyUsbDisk, usbDisks } from './usb-disks.ts';

/** `akada backup [file | --to s3://bucket/prefix | --usb]`. With --nightly, as the server calls it, old ones are removed. */
export async function backup(args: string[]) {
  const { file, flags, to } = sort(args, ['--nightly', '--usb', '--to']);
  const isNightly = flags.includes('--nightly');
  if ([file, to, flags.includes('--usb') || undefined].filter((target) => target !== undefined).length > 1)
    throw new CannotStart('Name one place for the backup: a file, --to or --usb.');
  const environment = readEnvironment();
  if (flags.includes('--usb')) return backUpToUsb(environment);
  const address = to ?? (isAddress(file) ? file : undefined);
  if (address) return backUpToBucket(address, environment);
  const { folder, keep, timeZone, to: bucketPlace } = environment.backup;
  const path = await backUpHere(environment, { file, isNightly });
  if (!isNightly) return;
  sayRemoved(prune(folder, keep, timeZone));
  if (!bucketPlace) return;
  const bucket = await bucketAt(bucketPlace, environment.store);
  const sent = await sendFile(bucket, path);
  console.log(`Copied to ${sent.address}, and read back.`);
  sayRemoved(await pruneBucket(bucket, keep, timeZone));
}

async function backUpHere(environment: Environment, { file, isNightly }: { file?: string; isNightly: boolean }) {
  const database = await openDatabase(environment, console.log);
  try {
    const target = file ?? (await newBackupIn(environment.backup.folder, { isNightly }));
    const files = await filesOf(environment);
    const proof = await makeBackup({ ownerUrl: database.ownerUrl, files, key: readKey(environment) }, target);
    console.log(`Backed up to ${target}: ${inWords(proof)}.`);
    warnOfMissing(proof);
    return target;
  } finally {
    await database.close();
  }
}

/** Without a file on this machine. Only nightly ones are ever removed. */
async function backUpToBucket(to: string, environment: Environment) {
  const bucket = await bucketNamed(to, environment);
  const database = await openDatabase(environment, console.log);
  try {
    const installation = {
      ownerUrl: database.ownerUrl,
      files: await filesOf(environment),
      key: readKey(environment),
    };
    const name = newBackupName(false);
    const { sent, list } = await sendBackup(installation, (bytes) => sendVerified(bucket, name, bytes));
    console.log(`Backed up to ${sent.address}, and read back: ${inWords({ list, bytes: sent.size })}.`);
    warnOfMissing({ list });
  } finally {
    await database.close();
  }
}

const anHour = 3_600_000;

async function backUpToUsb(environment: Environment) {
  const disk = onlyUsbDisk(usbDisks());
  const { folder } = environment.backup;
  const latest = backupsIn(folder)[0];
  const isNew = latest && latest.at.getTime() > Date.now() - anHour;
  const path = isNew ? latest.path : await backUpHere(environment, { isNightly: false });
  console.log(`Copying ${path} to ${disk.folder}. Leave the stick in …`);
  const there = await copyToUsb(path, disk);
  console.log(`${there} is complete: it was read back from the stick. You can pull the stick out now.`);
}

/** `akada verify <file | s3://…>` */
export async function verify(args: string[]) {
  const from = needed(sort(args, []).file, 'verify');
  await (isAddress(from) ? withFetched(from, readEnvironment(), verifyFile) : verifyFile(from));
}

async function verifyFile(path: string) {
  const proof = await proveBackup(path);
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

/** `akada restore <file | s3://…> [--replace] [--accept-broken-log]`, or `akada restore --drill [backup]`. */
export async function restore(args: string[]) {
  const { file, flags } = sort(args, ['--replace', '--accept-broken-log', '--drill']);
  const environment = readEnvironment();
  if (flags.includes('--drill')) return drill(file, environment);
  const from = needed(file, 'restore');
  if (!isAddress(from)) return restoreFile(from, environment, flags);
  return withFetched(from, environment, (path) => restoreFile(path, environment, flags));
}

async function restoreFile(path: string, environment: Environment, flags: string[]) {
  // Checks the file before anything starts or is created.
  const proof = await proveBackup(path);
  const database = await openAlone(environment, console.log);
  try {
    const { dataFolder, secret, databaseAppUrl: appUrl } = environment;
    const restored = await restoreBackup(
      proof,
      { ownerUrl: database.ownerUrl, appUrl, dataFolder, uploads: await stageOf(environment), secret },
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
  const toAt = known.includes('--to') ? args.indexOf('--to') : -1;
  const to = toAt < 0 ? undefined : (args[toAt + 1] ?? '');
  const others = args.filter((_, at) => toAt < 0 || (at !== toAt && at !== toAt + 1));
  const flags = others.filter((arg) => arg.startsWith('--'));
  const files = others.filter((arg) => !arg.startsWith('--'));
  const odd = flags.find((flag) => !known.includes(flag)) ?? files[1];
  if (odd) throw new CannotStart(`${odd} is not a valid argument. Run npm run akada for help.`);
  if (to !== undefined && !isAddress(to))
    throw new CannotStart('After --to comes an address such as s3://bucket/backups.');
  const [file] = files;
  return { flags, to, file: file && (isAddress(file) ? file : resolve(process.env.INIT_CWD ?? process.cwd(), file)) };
}

function sayRemoved(removed: string[]) {
  if (removed.length) console.log(`Removed ${removed.join(', ')}.`);
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

function warnOfMissing({ list: { missing, changed } }: Pick<Proof, 'list'>) {
  const firstOf = (uploads: string[]) => `${uploads.slice(0, 5).join(', ')}${uploads.length > 5 ? ' …' : ''}`;
  if (missing.length)
    console.error(`The backup lacks ${missing.length} uploads that were not on the disk: ${firstOf(missing)}`);
  if (changed.length)
    console.error(`${changed.length} uploads had changed on the disk since they were uploaded: ${firstOf(changed)}`);
}
