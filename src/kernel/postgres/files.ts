import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** The text of a file, or undefined if it does not exist. */
export function readIfThere(path: string) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file that only its owner can read, atomically: after a crash there is the old one or the new one. */
export function writePrivately(path: string, text: string) {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  const file = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, path);
}

/** For cleaning up: what cannot be removed now is removed next time. */
export function removeQuietly(remove: () => void) {
  try {
    remove();
  } catch {
    // Nothing depends on it.
  }
}
