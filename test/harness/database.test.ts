import { expect, test } from 'vitest';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';

test('a fresh database is migrated, empty, and seen through row-level security', async () => {
  const { appUrl, ownerUrl, drop } = await freshDatabase();
  await withClient(appUrl, async (client) => {
    const { rows } = await client.query('select akada_is_empty() as empty, current_user as who');
    expect(rows).toEqual([{ empty: true, who: 'akada_app' }]);
    await expect(client.query('select * from students')).rejects.toThrow('akada.institutions');
  });
  await drop();
  await expect(withClient(ownerUrl, (client) => client.query('select 1'))).rejects.toThrow('does not exist');
});
