import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import { backupsIn } from '#kernel/backup/folder.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { freeBytes } from '#kernel/disk.ts';
import type { Environment } from '#kernel/environment.ts';

/** Beyond the file itself: PostgreSQL's log grows while tables are rewritten. */
const reserve = 256 * 2 ** 20;

/** Refuses to begin if the backup would fill its disk. */
export async function refuseTightBackup(
  client: pg.Client,
  { backup: { folder } }: Pick<Environment, 'backup'>,
  free = freeBytes,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const needed = (await likelySize(client, folder)) + reserve;
  if (free(folder) >= needed) return;
  const inWords = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
  throw new CannotStart(
    `The backup needs about ${inWords(needed)}, and ${inWords(free(folder))} are free on the disk of ${folder}. Free some space, or set AKADA_BACKUP_FOLDER to another disk. Nothing was changed.`,
  );
}

/** Somewhat more than the last one, or all that is stored as it is. */
async function likelySize(client: pg.Client, folder: string): Promise<number> {
  const last = backupsIn(folder)[0];
  const known = last && statSync(last.path, { throwIfNoEntry: false })?.size;
  if (known) return 1.5 * known;
  const { rows } = await client.query<{ bytes: number }>(
    `select (pg_database_size(current_database()) + (select coalesce(sum(size), 0) from files))::float8 as bytes`,
  );
  return rows[0]!.bytes;
}
