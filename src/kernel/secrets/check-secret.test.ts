import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../bin/backup/make-backup.ts';
import { openFiles } from '#kernel/files.ts';
import { migrate } from '#kernel/migrate.ts';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';

test('a database keeps the first secret that it is started with, and refuses any other, also for a backup', async () => {
  const fresh = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'akada-secret-'));
  try {
    const [its, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const start = (secret: Buffer) => migrate(fresh.ownerUrl, { secret });
    const backUp = (secret: Buffer) =>
      makeBackup(
        { ...fresh, files: openFiles(join(folder, 'files')), key: { secret, isKept: true } },
        join(folder, `${randomUUID()}.tar.gz`),
      );
    const query = (text: string) => withClient(fresh.ownerUrl, (client) => client.query(text));
    // As an installation that knows its public address, but comes from a release without the check.
    await query(`insert into installation (public_url) values ('https://akada.school.ng')`);
    await backUp(other);
    await start(its);
    await start(its);
    const refusal = 'is not the one that this database was set up with. Start with that one';
    await expect(start(other)).rejects.toThrow(refusal);
    await expect(backUp(other)).rejects.toThrow(refusal);
    await backUp(its);
    const { rows } = await query('select public_url, secret_fingerprint from installation');
    expect(rows).toEqual([
      { public_url: 'https://akada.school.ng', secret_fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    // What docs/operations.md says of a secret that is lost.
    await query('update installation set secret_fingerprint = null');
    await start(other);
  } finally {
    await fresh.drop();
    rmSync(folder, { recursive: true });
  }
});
