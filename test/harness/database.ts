import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { inDatabase } from '#kernel/postgres/address.ts';
import { withClient } from '#test/harness/client.ts';

/** A migrated, empty database that only the caller knows. */
export const freshDatabase = () => cloneDatabase(inject('ownerUrl'), inject('template'));

/** A database with the named school in it that only the caller knows, and the ids in it by name. */
export async function schoolDatabase() {
  const fresh = await cloneDatabase(inject('ownerUrl'), inject('schoolTemplate'));
  return { ...fresh, school: structuredClone(inject('school')) };
}

/** A copy of a database to which nobody is connected. */
export async function cloneDatabase(server: string, template: string) {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const ownerUrl = inDatabase(server, name);
  await withClient(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  const drop = async () => {
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  };
  return { name, ownerUrl, appUrl: appUrlOf(ownerUrl), drop };
}
