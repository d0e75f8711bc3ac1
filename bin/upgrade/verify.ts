import type pg from 'pg';
import type { Proof } from '../backup/make-backup.ts';
import type { Key } from '../backup/secret-key.ts';
import { emptied, namesIn, quoted } from '../backup/tables.ts';
import { verifyWithin } from '#kernel/log/verify-log.ts';
import type { Migration } from '#kernel/migrate.ts';
import { problemsOfPublished } from '../verify-results.ts';

interface Upgraded {
  files: Migration[];
  /** Of before. */
  backup: Proof;
  key: Key;
  acceptsBrokenLog?: boolean;
}

/** Throws unless all is there that the backup has, and log and results are as they were sealed. In the caller's transaction. */
export async function verifyUpgrade(client: pg.Client, upgraded: Upgraded, say: (line: string) => void): Promise<void> {
  const { files, backup, key, acceptsBrokenLog = false } = upgraded;
  await refuseLostRows(client, files, backup);
  const problems = [
    ...(await problemsOfLog(client, backup)),
    ...(await problemsOfPublished(withinTransaction(client), key.secret)),
  ];
  if (problems.length === 0) return;
  if (!acceptsBrokenLog)
    throw new Error(`${problems.join(' ')} If it was so before, add --accept-broken-log to upgrade all the same.`);
  for (const problem of problems) say(problem);
}

/** A table that a migration removed has no rows to compare. */
async function refuseLostRows(client: pg.Client, files: Migration[], { list }: Proof): Promise<void> {
  const ours = new Set(namesIn(files).tables);
  for (const { name, rows: before } of list.tables) {
    if (emptied.includes(name) || !ours.has(name)) continue;
    const { rows: found } = await client.query('select to_regclass($1) is not null as "isThere"', [quoted(name)]);
    if (!found[0].isThere) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(name)}`);
    const count = Number(rows[0]!.count);
    if (count < before) throw new Error(`Table ${name} had ${before} rows and would have ${count}.`);
  }
}

async function problemsOfLog(client: pg.Client, { header }: Proof): Promise<string[]> {
  const at = new Date(header.createdAt);
  const heads = header.logHeads.map((head) => ({ ...head, where: 'the backup of before', at }));
  const reports = await verifyWithin(client, heads);
  return reports.flatMap(({ institution, problem }) =>
    problem ? [`The audit log of ${institution} was changed. ${problem}`] : [],
  );
}

/** A client whose transactions are savepoints of the one that is open. */
function withinTransaction(client: pg.Client): pg.Client {
  const query = (statement: unknown, ...values: unknown[]) => {
    const asked = typeof statement === 'string' ? statement : '';
    const inside = /^begin\b/.test(asked)
      ? 'savepoint inside'
      : asked === 'rollback'
        ? 'rollback to savepoint inside'
        : statement;
    return (client.query as (...all: unknown[]) => unknown)(inside, ...values);
  };
  return new Proxy(client, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name, of)) });
}
