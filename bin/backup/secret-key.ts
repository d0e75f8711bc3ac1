import { existsSync, linkSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotStart } from '#kernel/cannot-start.ts';
import { writePrivately } from '#kernel/postgres/files.ts';
import { fingerprintOf } from '#kernel/secrets/check-secret.ts';
import { readSecret } from '#kernel/secrets/secret.ts';

/**
 * The key that encrypts two-step secrets. A key from AKADA_SECRET is stored elsewhere, so the file does not contain it.
 */
export interface Key {
  secret: Buffer;
  isKept: boolean;
}

interface Settings {
  secret?: string;
  dataFolder: string;
}

export const readKey = (settings: Settings): Key => ({ secret: readSecret(settings), isKept: !settings.secret });

/**
 * The key that a restored database needs: the file's, or AKADA_SECRET if it is the same. Any other key would lock out
 * all users with two-step verification. Returns a function that installs it as the last step.
 */
export function prepareKey(settings: Settings, kept: string | undefined, fingerprint: string): () => string[] {
  if (settings.secret) {
    if (fingerprintOf(Buffer.from(settings.secret, 'hex')) === fingerprint) return () => [];
    throw new CannotStart(
      kept
        ? 'AKADA_SECRET is not the key that this backup was made with. Unset AKADA_SECRET: the backup contains its key.'
        : 'AKADA_SECRET is not the key that this backup was made with. Set AKADA_SECRET to that key: without it nobody could use two-step verification.',
    );
  }
  const file = join(settings.dataFolder, 'secret.key');
  if (!kept) {
    if (existsSync(file) && fingerprintOf(readSecret(settings)) === fingerprint) return () => [];
    throw new CannotStart(
      'This backup was made with a key in AKADA_SECRET, which it does not hold. Set AKADA_SECRET to that key: without it nobody could use two-step verification.',
    );
  }
  if (!/^[0-9a-f]{64,}\n$/.test(kept) || fingerprintOf(Buffer.from(kept.trim(), 'hex')) !== fingerprint)
    throw new CannotStart('The key in this backup is not the one that its description names.');
  return () => place(file, kept.trim());
}

function place(file: string, key: string): string[] {
  const old = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (old === key) return [];
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 });
  writePrivately(`${file}.restored`, key);
  const aside = `${file}.before-restore-${Date.now()}`;
  if (old !== undefined) linkSync(file, aside);
  renameSync(`${file}.restored`, file);
  return old === undefined ? [] : [`The previous key was moved to ${aside}.`];
}
