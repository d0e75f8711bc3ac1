import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';

/** The key that signs values in the browser: from the environment, or generated once and stored in the data folder. */
export function readSecret({ secret, dataFolder }: { secret?: string; dataFolder: string }): Buffer {
  if (secret) return Buffer.from(secret, 'hex');
  const file = join(dataFolder, 'secret.key');
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stored = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(stored)) {
    throw new CannotStart(`${file} is damaged. Restore it from a backup.`);
  }
  return Buffer.from(stored, 'hex');
}
