import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import packageJson from 'pg-boss/package.json' with { type: 'json' };

/**
 * The tables of pg-boss, created by the owner: the server runs pg-boss as akada_app without its own migrations and
 * creates the queues it needs.
 */
export async function ensureJobs(
  client: pg.Client,
  ownerUrl: string,
  alone: (work: () => Promise<unknown>) => Promise<unknown>,
) {
  if (await isReady(client)) return;
  const boss = new PgBoss({ connectionString: ownerUrl, max: 2, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
  // Concurrent grants fail each other.
  await alone(() =>
    client.query(`
    grant usage on schema pgboss to akada_app;
    grant select, insert, update, delete on all tables in schema pgboss to akada_app;
    grant usage, select on all sequences in schema pgboss to akada_app;
    grant execute on all functions in schema pgboss to akada_app`),
  );
}

// pg-boss's own check takes longer than the rest of a start.
async function isReady(client: pg.Client) {
  const { rows: found } = await client.query(`select to_regclass('pgboss.queue') is not null as "isThere"`);
  if (!found[0].isThere) return false;
  const { rows } = await client.query(
    `select (select version from pgboss.version) = $1 and has_table_privilege('akada_app', 'pgboss.queue', 'select') as ready`,
    [packageJson.pgboss.schema],
  );
  return rows[0].ready as boolean;
}
