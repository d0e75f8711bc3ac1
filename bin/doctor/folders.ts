import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backupsIn } from '#kernel/backup/folder.ts';
import { freeBytes } from '#kernel/disk.ts';
import type { Environment } from '#kernel/environment.ts';
import { readSecret } from '#kernel/secrets/secret.ts';
import { type Finding, type Findings, megabytes } from './finding.ts';

type Settings = Pick<Environment, 'dataFolder' | 'secret' | 'databaseUrl'>;

/** Who can read the folder and its keys. */
export function checkFolder(say: Findings, { dataFolder, secret, databaseUrl }: Settings): Finding[] {
  if (!existsSync(dataFolder))
    return [say.wrong(`${dataFolder} does not exist. Set AKADA_DATA to the folder that holds the data.`)];
  const findings: Finding[] = [];
  if (!isWritable(dataFolder))
    findings.push(
      say.wrong(`This user cannot write to ${dataFolder}. Run this command as the user that Akada runs as.`),
    );
  if (modeOf(dataFolder) & 0o066)
    findings.push(
      say.wrong(`Other users of this machine can read or change ${dataFolder}. Run: chmod go-rw ${dataFolder}`),
    );
  const keys = [...(secret ? [] : ['secret.key']), ...(databaseUrl ? [] : ['postgres.password'])];
  for (const file of keys.map((name) => join(dataFolder, name))) {
    if (!existsSync(file))
      findings.push(say.wrong(`${file} is missing. Unless Akada never ran here, restore it from a backup.`));
    else if (modeOf(file) & 0o077)
      findings.push(say.wrong(`Other users of this machine can read ${file}. Run: chmod 600 ${file}`));
  }
  return findings.length ? findings : [say.ok(`${dataFolder} and its keys are closed to other users.`)];
}

/** The secret as it is: a missing one is not created. */
export const secretOf = ({ secret, dataFolder }: Settings): Buffer | undefined =>
  secret || existsSync(join(dataFolder, 'secret.key')) ? readSecret({ secret, dataFolder }) : undefined;

interface Disks {
  dataFolder: string;
  /** Of the built-in PostgreSQL. */
  databaseFolder?: string;
  backupFolder: string;
  free?: (folder: string) => number;
}

/** Below this saving is refused (src/kernel/disk.ts). */
const refusedBelow = 64 * 2 ** 20;
const littleBelow = 2e9;

/** Room for data, database and the next backup; folders on one disk are said once. */
export function checkDisks(say: Findings, { dataFolder, databaseFolder, backupFolder, free = freeBytes }: Disks) {
  const findings: Finding[] = [];
  const disks = new Map<number, string>();
  for (const folder of [dataFolder, databaseFolder, backupFolder])
    if (folder && !disks.has(diskOf(folder))) disks.set(diskOf(folder), nearest(folder));
  for (const folder of disks.values()) {
    const bytes = free(folder);
    const left = `${megabytes(bytes)} are free on the disk of ${folder}`;
    if (bytes < refusedBelow) findings.push(say.wrong(`Only ${left}: nothing can be saved. Free some space.`));
    else if (bytes < littleBelow) findings.push(say.warning(`Only ${left}. Free some space soon.`));
    else if (bytes < Infinity) findings.push(say.ok(`${left}.`));
  }
  const next = 1.5 * (sizeOf(backupsIn(backupFolder)[0]?.path) ?? 0);
  if (free(nearest(backupFolder)) < next)
    findings.push(
      say.wrong(
        `The next backup does not fit on the disk of ${backupFolder}: it needs about ${megabytes(next)}. Free some space, or move old backups away.`,
      ),
    );
  return findings;
}

/** Whether both lie on the same disk, so that both are lost with it. */
export const isOneDisk = (one: string, other: string): boolean => diskOf(one) === diskOf(other);

/** The folder, or the nearest one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

const diskOf = (folder: string) => statSync(nearest(folder)).dev;
const modeOf = (path: string) => statSync(path).mode;
const sizeOf = (path: string | undefined) => (path ? statSync(path, { throwIfNoEntry: false })?.size : undefined);

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
