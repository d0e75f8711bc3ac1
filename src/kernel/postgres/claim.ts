import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CannotStart } from '#kernel/cannot-start.ts';
import { readIfThere, removeQuietly } from '#kernel/postgres/files.ts';
import { identityOf } from '#kernel/postgres/processes.ts';

/**
 * Claims the data folder for this process until the returned function releases it; throws if a living process has it.
 */
export async function claim(dataFolder: string): Promise<() => void> {
  const file = claimOf(dataFolder);
  mkdirSync(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  // A holder that was just killed needs a moment to die.
  for (let tries = 0; holderOf(file) && tries < 20; tries += 1) await wait(50);
  const holder = holderOf(file);
  if (holder) {
    throw new CannotStart(
      `Akada already runs on ${dataFolder} (process ${holder}). Stop it first, or set AKADA_DATA to another folder for a second one.`,
    );
  }
  rmSync(file, { force: true });
  writeFileSync(file, `${process.pid} ${identityOf(process.pid)}`, { flag: 'wx', mode: 0o600 });
  return () => removeQuietly(() => rmSync(file, { force: true }));
}

/** The process that is using the data folder, if any. */
export const holderIn = (dataFolder: string) => holderOf(claimOf(dataFolder));

const claimOf = (dataFolder: string) => join(dataFolder, 'running');

function holderOf(file: string) {
  const [pid = '', ...identity] = readIfThere(file)?.split(' ') ?? [];
  return pid && identityOf(Number(pid)) === identity.join(' ') ? pid : undefined;
}
