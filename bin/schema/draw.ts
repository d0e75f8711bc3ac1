import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { connectAsOwner, migrate } from '#kernel/migrate.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { root } from '../imports.ts';
import { schemaPage } from './page.ts';
import { schemaPicture } from './picture.ts';
import { readSchema } from './read.ts';
import { readPlaces } from './source.ts';

/** The page and the picture of a migrated database. */
export async function drawSchema(client: pg.Client) {
  const [schema, source] = [await readSchema(client), readPlaces()];
  return { page: schemaPage(schema, source), picture: schemaPicture(schema, source) };
}

/** Writes both from a database that exists only meanwhile. */
export async function writeSchema() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'akada-schema-'));
  const postgres = await startPostgres({ dataFolder, durable: false });
  try {
    await migrate(postgres.ownerUrl);
    const client = await connectAsOwner(postgres.ownerUrl);
    const { page, picture } = await drawSchema(client).finally(() => client.end());
    writeFileSync(join(root, 'docs/schema.md'), page);
    writeFileSync(join(root, 'docs/schema.svg'), picture);
  } finally {
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
