import { digestOf, describeTables, speakPlainly } from '../../bin/backup/tables.ts';
import { withClient } from '#test/harness/client.ts';
import { allTables, sharedTables } from '../../bin/institution/travels.ts';

/** Number and SHA-256 of the rows of an institution in every table, without the entries that a move adds to its log. */
export const rowsOfInstitution = (ownerUrl: string, institutionId: number) =>
  digests(ownerUrl, {
    ofInstitution: `institution_id = ${institutionId}`,
    shared: `id = ${institutionId}`,
    without: ['accounts', 'carried_keys'],
  });

/** The same of everybody else: the rows that were there before. */
export const rowsOfOthers = (ownerUrl: string, institutionId: number, accountIds: readonly number[]) =>
  digests(ownerUrl, {
    ofInstitution: `institution_id <> ${institutionId}`,
    shared: `id <> ${institutionId}`,
    accounts: `id = any ('{${accountIds.join(',')}}')`,
    without: [],
  });

export const accountsIn = (ownerUrl: string): Promise<number[]> =>
  withClient(ownerUrl, async (client) =>
    (await client.query<{ id: number }>('select id from accounts order by id')).rows.map(({ id }) => id),
  );

interface Which {
  ofInstitution: string;
  shared: string;
  accounts?: string;
  without: string[];
}

const added = `action !~ '^institution[.](export|import|move|remove)$'`;

const digests = (ownerUrl: string, which: Which) =>
  withClient(ownerUrl, async (client) => {
    await client.query('begin');
    await speakPlainly(client);
    const all = await allTables(client);
    const found: Record<string, { rows: number; sha256: string }> = {};
    for (const table of await describeTables(
      client,
      all.map(({ name }) => name),
    )) {
      const isOfInstitution = all.some(({ name, isOfInstitution: is }) => is && name === table.name);
      const wanted = ['institutions', ...(which.accounts ? ['accounts'] : [])];
      if (which.without.includes(table.name) || (!isOfInstitution && !wanted.includes(table.name))) continue;
      if (table.name in sharedTables && isOfInstitution) throw new Error(`${table.name} is declared as shared.`);
      const where = isOfInstitution ? which.ofInstitution : table.name === 'accounts' ? which.accounts! : which.shared;
      // What a sign-in changes is no change of a person.
      const columns =
        table.name === 'accounts' ? table.columns.filter((one) => one !== 'access_version') : table.columns;
      const also = table.name === 'audit_entries' ? ` and ${added}` : '';
      found[table.name] = await digestOf(client, {
        ...table,
        columns,
        from: `(select * from "${table.name}" where ${where}${also}) as rows`,
      });
    }
    await client.query('rollback');
    return found;
  });
