import { join } from 'node:path';
import type pg from 'pg';
import { readIfThere } from '#kernel/postgres/files.ts';
import { verifyResults } from '#features/results/results/verification/verify-results.ts';

/** What the nightly verification of published results would find: a broken chain of seals, or a mark that differs. */
export async function wrongResults(client: pg.Client, dataFolder: string): Promise<string[]> {
  const secret = readIfThere(join(dataFolder, 'secret.key'));
  // Several servers share a secret of the environment.
  if (!secret) return [];
  const reports = await verifyResults(client, Buffer.from(secret.trim(), 'hex'));
  return reports.flatMap(({ problems }) => problems);
}
