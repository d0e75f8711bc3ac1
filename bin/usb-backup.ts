import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { proveSeal } from './backup/seal.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { digestOf } from './objects/sent-backups.ts';
import type { UsbDisk } from './usb-disks.ts';

/** Copies a backup to a stick, and verifies what the stick itself holds. Returns its path there. */
export async function copyToUsb(path: string, { folder }: UsbDisk): Promise<string> {
  const target = join(folder, basename(path));
  const unfinished = `${target}.partial`;
  const remove = () => rmSync(unfinished, { force: true });
  process.once('exit', remove);
  try {
    await copyFile(path, unfinished);
    await sync(unfinished);
    const sent = await digestOf(await fromDisk(path));
    const found = await digestOf(await fromDisk(unfinished));
    if (found.size !== sent.size || found.sha256 !== sent.sha256)
      throw new CannotStart('The stick does not hold what was written to it. Use another one.');
    await proveSeal(unfinished);
    await rename(unfinished, target);
    // Some file systems cannot sync a folder.
    await sync(dirname(target)).catch(() => {});
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw inWords(error, folder);
  } finally {
    process.off('exit', remove);
  }
  return target;
}

async function sync(path: string) {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
  await new Promise<void>((done) =>
    spawn('sync', ['-f', path], { stdio: 'ignore' }).once('close', done).once('error', done),
  );
}

/** Read past the memory of the system, which would only show what we wrote; where that is impossible, as usual. */
async function fromDisk(path: string): Promise<AsyncIterable<Buffer>> {
  const read = (flags: string[]) =>
    spawn('dd', [`if=${path}`, 'bs=1M', 'status=none', ...flags], { stdio: ['ignore', 'pipe', 'ignore'] });
  const canDirectly = await new Promise<boolean>((done) =>
    read(['iflag=direct', 'count=1'])
      .once('error', () => done(false))
      .once('close', (code) => done(code === 0))
      .stdout.resume(),
  );
  if (!canDirectly) return (await open(path)).createReadStream() as AsyncIterable<Buffer>;
  return read(['iflag=direct']).stdout as AsyncIterable<Buffer>;
}

function inWords(error: unknown, folder: string) {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return new CannotStart(`The stick ${folder} is full. Delete something on it, or use another one.`);
  if (code === 'EFBIG') return new CannotStart(`The stick ${folder} takes no files this large. Format it as exFAT.`);
  if (code === 'EACCES' || code === 'EPERM') return new CannotStart(`This user cannot write to the stick ${folder}.`);
  if (code === 'EIO' || code === 'ENODEV') return new CannotStart(`The stick ${folder} was pulled out, or is failing.`);
  return error;
}
