import type pg from 'pg';
import { liftRules } from '../backup/load.ts';
import { quoted } from '../backup/tables.ts';
import { storedUploads } from '../backup/uploads.ts';
import { refuseServer } from '../backup/target.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { discardAll, type Files } from '#kernel/files.ts';
import { connectAsOwner, inTransaction } from '#kernel/migrate.ts';
import { closeMoved } from '#kernel/moved.ts';
import { findInstitution, type Institution } from './find.ts';
import { allTables, namingColumns, peopleOf, rowsOf, type Named } from './travels.ts';

/** An institution that was closed because it moved. */
export async function movedInstitution(ownerUrl: string, wanted: string): Promise<Institution> {
  const client = await connectAsOwner(ownerUrl);
  try {
    const institution = await findInstitution(client, wanted);
    const { rowCount } = await client.query('select from moved_institutions where id = $1', [institution.id]);
    if (!rowCount)
      throw new CannotStart(
        `${institution.name} has not moved. Export it, import it at its new place, and close it here with --done --to.`,
      );
    return institution;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Deletes an institution that has moved, with the people who belong to no other. Its addresses still lead on. */
export async function removeInstitution(ownerUrl: string, files: Files, { id, name }: Institution) {
  const client = await connectAsOwner(ownerUrl);
  try {
    const uploads = await inTransaction(client, async () => {
      await client.query(`set local lock_timeout = '30s'`);
      await refuseServer(client);
      const found = await storedUploads(client, rowsOf('files', id));
      const people = await peopleOf(client, id);
      const all = await allTables(client);
      // While the foreign keys are there to be found.
      const columns = await namingColumns(client);
      const restoreRules = await liftRules(
        client,
        all.map((table) => table.name),
      );
      for (const table of all)
        if (table.isOfInstitution)
          await client.query(`delete from ${quoted(table.name)} where institution_id = $1`, [id]);
      await client.query('update accounts set home_institution_id = null where home_institution_id = $1', [id]);
      await client.query('delete from public_names where holder_id = $1', [id]);
      await client.query('delete from institutions where id = $1', [id]);
      await client.query('update moved_institutions set removed_at = now() where id = $1', [id]);
      await removePeople(client, people.named, columns);
      await restoreRules();
      await client.query('update installation set directory_key = null');
      await closeMoved(client);
      await client.query(
        `insert into audit_entries (institution_id, person, action, summary)
         select id, 'Operator', 'institution.remove', $1 from institutions`,
        [`removed ${name}, which has moved to another installation`],
      );
      return found;
    });
    await discardAll(
      files,
      uploads.map(({ storedAs }) => storedAs),
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Accounts that nothing here names any more. */
async function removePeople(client: pg.Client, ids: number[], columns: Named[]) {
  const named = columns.map(
    ({ table, column }) => `select ${quoted(column)} from ${quoted(table)} where ${quoted(column)} is not null`,
  );
  const ofAccounts = ['offered_to', 'invited_by'].map(
    (column) => `select ${column} from accounts where ${column} is not null and id <> all ($1)`,
  );
  const { rows } = await client.query<{ id: number }>(
    `select id from accounts where id = any ($1) and not is_group_administrator
       and id not in (${[...named, ...ofAccounts].join(' union ')})`,
    [ids],
  );
  const gone = rows.map(({ id }) => id);
  for (const table of ownTables) await client.query(`delete from ${table} where account_id = any ($1)`, [gone]);
  for (const column of ['offered_to', 'invited_by'])
    await client.query(`update accounts set ${column} = null where ${column} = any ($1)`, [gone]);
  await client.query('delete from accounts where id = any ($1)', [gone]);
}

/** What only belongs to an account. */
const ownTables = [
  'credentials',
  'tours_seen',
  'calendar_feeds',
  'sessions',
  'one_time_tokens',
  'recovery_codes',
  'idempotency_keys',
];
