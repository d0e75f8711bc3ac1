import { expect, inject, test } from 'vitest';
import { migrate } from '#kernel/migrate.ts';
import { inDatabase } from '#kernel/postgres/address.ts';

test.each([
  ['postgres://me:hunter2@127.0.0.1:9/akada', 'the connection was refused'],
  ['postgres://me:hunter2@nowhere.invalid/akada', 'Correct the host|looked up'],
  ['postgres://me:hunter2@/akada?host=%2Fnowhere', 'the socket does not exist'],
])('an unreachable database is reported without its password: %s', async (address, expected) => {
  const error = await migrate(address).catch((problem: Error) => problem);
  expect(error).toMatchObject({ name: 'CannotStart', message: expect.stringMatching(expected) });
  expect((error as Error).message).not.toContain('hunter2');
});

test('a wrong password and a missing database have different messages', async () => {
  const address = inject('ownerUrl');
  await expect(migrate(inDatabase(address, 'nothing'))).rejects.toThrow('the database does not exist');
  await expect(migrate(address.replace(/:[0-9a-f]{48}@/, ':wrong@'))).rejects.toThrow('the user or password is wrong');
});
