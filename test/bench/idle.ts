import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownerPassword, ownerUrlOf } from '#kernel/postgres/cluster.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { socketFolder } from '#kernel/postgres/socket.ts';
import { withClient } from '#test/harness/client.ts';
import { cpuOf, cpuOfPostgres } from './processes.ts';
import type { Row } from './report.ts';
import { runProduct } from './start.ts';

/** What a start leaves behind is done by then. */
const settles = 60;
const lasts = 120;

/** What an installation does when nobody asks for anything: processor time, transactions, WAL. */
export async function idleRows(dataFolder: string): Promise<Row[]> {
  const { pid, stop } = await runProduct(process.execPath, dataFolder);
  const place = findPlace(dataFolder);
  const postmaster = Number(readFileSync(join(place.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const now = () =>
    withClient(ownerUrlOf(ownerPassword(dataFolder, false), socketFolder(place)), async (client) => {
      const { rows } = await client.query(
        `select sum(xact_commit + xact_rollback)::float8 as transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal
          from pg_stat_database`,
      );
      const cpu = (cpuOf(pid) ?? NaN) + (cpuOfPostgres(postmaster) ?? NaN);
      return { ...(rows[0] as { transactions: number; wal: number }), cpu };
    });
  await sleep(settles * 1000);
  const before = await now();
  await sleep(lasts * 1000);
  const after = await now();
  await stop();
  const per = (name: keyof typeof before) => (after[name] - before[name]) / lasts;
  const note = `${lasts} s, nobody signed in`;
  return [
    { what: 'idle: processor time of the server and PostgreSQL', value: per('cpu') / 10, unit: '%', budget: 1, note },
    { what: 'idle: transactions', value: per('transactions'), unit: '/s', budget: 1, note },
    { what: 'idle: WAL', value: (per('wal') * 86_400) / 2 ** 20, unit: 'MB/day', budget: 30, note },
  ];
}
