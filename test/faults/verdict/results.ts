import { join } from 'node:path';
import type pg from 'pg';
import { readIfThere } from '#kernel/postgres/files.ts';
import { verifyInstitution } from '#features/results/publication/verify-results.ts';

/** What the nightly verification of published results would find: a broken chain of seals, or a mark that differs. */
export async function wrongResults(client: pg.Client, dataFolder: string): Promise<string[]> {
  const secret = readIfThere(join(dataFolder, 'secret.key'));
  // Several servers share a secret of the environment.
  if (!secret) return [];
  const { rows } = await client.query<{ id: number }>('select id from institutions order by id');
  const problems: string[] = [];
  for (const { id } of rows) {
    const report = await verifyInstitution(
      async (text, values) => (await client.query(text, values)).rows,
      Buffer.from(secret.trim(), 'hex'),
      id,
    );
    problems.push(...report.problems);
  }
  return problems;
}
