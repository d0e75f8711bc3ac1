import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';

/** A migrated, empty database that only the caller knows. */
export async function freshDatabase() {
  const server = inject('ownerUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const ownerUrl = inDatabase(server, name);
  await withClient(server, (client) =>
    client.query(`create database ${name} template ${inject('template')} strategy file_copy`),
  );
  const drop = async () => {
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { ownerUrl, appUrl: appUrlOf(ownerUrl), drop };
}
