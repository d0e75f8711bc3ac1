import type pg from 'pg';
import { quoted } from '../backup/tables.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { closeMoved } from '#kernel/moved.ts';
import { connectAsOwner, inTransaction } from '#kernel/migrate.ts';
import { findInstitution, record, sealAll, type Institution } from './find.ts';

/** Codes on paper, each with the beginning of its address. */
const printed = [
  ['/verify/result/', 'published_results', 'code'],
  ['/verify/paper/', 'academic_papers', 'code'],
  ['/verify/bill/', 'invoices', 'code'],
  ['/verify/receipt/', 'payments', 'code'],
  ['/students/', 'students', 'id'],
  ['/employees/', 'employees', 'id'],
  ['/guardians/', 'guardians', 'id'],
] as const;

interface Wishes {
  wanted: string;
  /** The origin that its addresses lead on to. */
  to: string;
  losesChanges: boolean;
}

/** Closes an institution that is at another installation now, and leads its addresses on to there. */
export async function closeInstitution(ownerUrl: string, { wanted, to, losesChanges }: Wishes): Promise<Institution> {
  const client = await connectAsOwner(ownerUrl);
  try {
    const institution = await findInstitution(client, wanted);
    await inTransaction(client, async () => {
      await refuseChanges(client, institution, losesChanges);
      await leave(client, institution, to);
    });
    // The log is closed with the rest, so it is sealed before.
    await sealAll(client);
    await inTransaction(client, async () => {
      await closeMoved(client);
      await endSignIns(client, institution.id);
    });
    return institution;
  } finally {
    await client.end().catch(() => {});
  }
}

/** What was done after the export is not at the other installation. */
async function refuseChanges(client: pg.Client, { id, name }: Institution, losesChanges: boolean) {
  const { rows } = await client.query<{ exported: string | null; later: number }>(
    `with last as (select max(id) as id from audit_entries where institution_id = $1 and action = 'institution.export')
     select last.id as exported, (select count(*)::int from audit_entries e where e.institution_id = $1 and e.id > last.id
       and e.action !~ '^accounts[.]sign') as later from last`,
    [id],
  );
  const { exported, later } = rows[0]!;
  if (!exported) throw new CannotStart(`${name} was never exported. Export it, and import the file at its new place.`);
  if (later > 0 && !losesChanges)
    throw new CannotStart(
      `${later} ${later === 1 ? 'entry was' : 'entries were'} added to the log of ${name} after it was exported, and ${later === 1 ? 'it is' : 'they are'} not at its new place. Export and import it again, or add --lose-changes.`,
    );
}

async function leave(client: pg.Client, { id, name }: Institution, to: string) {
  const { rowCount } = await client.query(
    `insert into moved_institutions as m (id, name, moved_to, slugs, hosts)
     values ($1, $2, $3, array(select slug from sites where institution_id = $1),
       array(select host from site_hosts where institution_id = $1 and status = 'approved'))
     on conflict (id) do update set moved_to = excluded.moved_to where m.removed_at is null`,
    [id, name, to],
  );
  if (!rowCount) throw new CannotStart(`${name} was removed here already.`);
  for (const [beginning, table, column] of printed)
    await client.query(
      `insert into moved_links (path, moved_id) select $2 || ${quoted(column)}, $1 from ${quoted(table)}
       where institution_id = $1 and ${quoted(column)} is not null on conflict do nothing`,
      [id, beginning],
    );
  const { rows } = await client.query(`select to_regclass('pgboss.job') is not null as "isThere"`);
  if (rows[0].isThere) await client.query(`delete from pgboss.job where data ->> 'institutionId' = $1`, [id]);
  await record(client, id, 'institution.move', `closed ${name} here, because it moved to ${to}`);
}

/** Ends all roles there; accounts that belong to no other institution are disabled. */
async function endSignIns(client: pg.Client, institutionId: number) {
  const people = `select account_id from memberships where institution_id = $1`;
  await client.query(
    `update accounts set access_version = access_version + 1 where is_group_administrator or id in (${people})`,
    [institutionId],
  );
  await client.query(
    `update accounts a set disabled_at = coalesce(disabled_at, now()) where not is_group_administrator and id in (${people})
       and not exists (select from memberships m where m.account_id = a.id and m.institution_id <> $1)`,
    [institutionId],
  );
}
