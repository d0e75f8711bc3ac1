import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { formatDay } from '#kernel/dates.ts';
import { apply, connectAsOwner, ensureLedger, inTransaction, readMigrations, type Migration } from '#kernel/migrate.ts';
import { ensureJobs } from '#kernel/postgres/job-schema.ts';
import { ensureRoles } from '#kernel/postgres/roles.ts';
import { readArchive } from './archive.ts';
import { openTables } from './load.ts';
import { prepareKey } from './secret-key.ts';
import { describeTables, namesIn, quoted, speakPlainly } from './tables.ts';
import { dropOurs, migrationsOf, refuseTarget } from './target.ts';
import { queueOptions } from '#kernel/jobs/queues.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import type { Proof } from './make-backup.ts';
import { storedUploads, type UploadStage } from './uploads.ts';
import { kindOf, readJobs, type KeptJobs } from './contents.ts';
import { verifyWithin } from '#kernel/log/verify-log.ts';

interface Destination {
  ownerUrl: string;
  appUrl?: string;
  dataFolder: string;
  uploads: UploadStage;
  secret?: string;
  migrationsFolder?: string;
}

interface Restored extends Proof {
  /** Migrations that the file did not have and the database now has. */
  applied: string[];
  notes: string[];
  /** What is wrong with the audit log in it; only with `acceptsBrokenLog`. */
  logProblems: string[];
}

export interface Wishes {
  mayReplace?: boolean;
  /** A changed audit log is restored all the same, and says so. */
  acceptsBrokenLog?: boolean;
}

/**
 * Replaces the database and the uploads with those of a verified backup. Schema and rows change in one transaction: if
 * anything fails, the database is unchanged.
 */
export async function restoreBackup(proof: Proof, to: Destination, wishes: Wishes = {}): Promise<Restored> {
  const { mayReplace = false, acceptsBrokenLog = false } = wishes;
  const ours = readMigrations(to.migrationsFolder);
  const theirs = migrationsOf(proof.header, ours);
  const placeKey = prepareKey(to, proof.secret, proof.header.secretFingerprint);
  const client = await connectAsOwner(to.ownerUrl);
  client.on('error', () => {});
  const { uploads } = to;
  try {
    // Before any change: roles and job tables stay if the restore is refused.
    await inTransaction(client, () => refuseTarget(client, ours, mayReplace));
    await inTransaction(client, () => ensureRoles(client, to.ownerUrl, to.appUrl));
    await ensureJobs(client, to.ownerUrl, (work) => inTransaction(client, work));
    const { applied, logProblems } = await inTransaction(client, async () => {
      await refuseTarget(client, ours, mayReplace);
      const added = await replaceAll(client, {
        proof,
        ours,
        theirs,
        uploads,
        acceptsBrokenLog,
        ownerUrl: to.ownerUrl,
      }).catch((error) => {
        throw explain(error);
      });
      await uploads.place();
      return added;
    });
    const notes = placeKey();
    // Without it the planner has no statistics until PostgreSQL collects them.
    await client.query(`analyze ${proof.list.tables.map(({ name }) => quoted(name)).join(', ')}`).catch(() => {});
    return { ...proof, applied, notes, logProblems };
  } finally {
    await uploads.discard();
    await client.end().catch(() => {});
  }
}

/** Rows that violate their own table's constraints were edited by hand. */
export function explain(error: unknown) {
  const { code = '', message } = error as { code?: string; message: string };
  if (/^2[23]/.test(code))
    return new CannotStart(`The rows in this backup cannot be loaded: ${message}. Nothing was changed.`);
  if (code === '53100') return new CannotStart('The disk of the database is full. Nothing was changed.');
  if (code === '55P03')
    return new CannotStart('Another process has locked tables of this database. Stop it, then restore again.');
  return error;
}

interface Work {
  proof: Proof;
  ours: Migration[];
  theirs: Migration[];
  uploads: UploadStage;
  acceptsBrokenLog: boolean;
  ownerUrl: string;
}

async function replaceAll(client: pg.Client, work: Work): Promise<Pick<Restored, 'applied' | 'logProblems'>> {
  const { proof, ours, theirs, uploads, ownerUrl, acceptsBrokenLog } = work;
  const { list, header, path } = proof;
  await speakPlainly(client);
  await client.query(`set local lock_timeout = '30s'`);
  await dropOurs(client, ours);
  await ensureLedger(client);
  for (const migration of theirs) await apply(client, migration);
  const tables = await describeTables(client, namesIn(theirs).tables);
  const loading = await openTables(client, tables, list.tables);
  const sha256Of = new Map(list.entries.map(({ name, sha256 }) => [name, sha256]));
  let jobs: KeptJobs = [];
  const found = await readArchive(path, async (entry) => {
    const kind = kindOf(entry.name);
    if (kind.kind === 'table') await loading.load(kind.table, entry.content);
    else if (kind.kind === 'upload') await uploads.add(kind.storedAs, entry.content, sha256Of.get(entry.name));
    else if (kind.kind === 'jobs') jobs = await readJobs(entry);
  });
  if (found.some(({ name, sha256 }) => sha256Of.has(name) && sha256Of.get(name) !== sha256))
    throw new CannotStart(`${path} changed while it was read. Nothing was changed.`);
  await refuseOtherUploads(client, list);
  await loading.close(list.numbers);
  const applied: string[] = [];
  for (const migration of ours) if (await apply(client, migration)) applied.push(migration.name);
  await sendAgain(client, ownerUrl, jobs);
  const logProblems = await problemsOfLog(client, header);
  if (logProblems.length > 0 && !acceptsBrokenLog)
    throw new CannotStart(
      `The audit log in this backup was changed. ${logProblems.join(' ')} Nothing was changed here. Use an earlier backup, or add --accept-broken-log to restore this one anyway.`,
    );
  await recordRestore(client, new Date(header.createdAt), logProblems.length > 0);
  return { applied, logProblems };
}

/** Changes since the backup are lost, and the audit log of each institution says so. */
async function recordRestore(client: pg.Client, at: Date, isLogBroken: boolean) {
  const [day = '', time = ''] = at.toISOString().split('T');
  const but = isLogBroken ? ', although its audit log was changed' : '';
  const summary = `restored everything from the backup of ${formatDay(day)}, ${time.slice(0, 5)} UTC${but}`;
  await client.query(
    `insert into audit_entries (institution_id, person, action, summary)
     select id, 'Operator', 'backup.restore', $1 from institutions`,
    [summary],
  );
}

/** Unfinished jobs run again; jobs that were waiting in the database belonged to its old rows. */
async function sendAgain(client: pg.Client, ownerUrl: string, jobs: KeptJobs) {
  await client.query(`delete from pgboss.job`);
  await sendJobs(client, ownerUrl, jobs);
}

export async function sendJobs(client: pg.Client, ownerUrl: string, jobs: KeptJobs) {
  if (!jobs.length) return;
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false, migrate: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    const executeSql = async (text: string, values: unknown[] = []) => client.query(text, values);
    for (const queue of new Set(jobs.map((job) => job.queue))) await boss.createQueue(queue, queueOptions);
    for (const { queue, data, key } of jobs)
      await boss.send(queue, data, { ...(key && { singletonKey: key }), db: { executeSql } });
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** The first wrong entry of each institution, also by the seals in the header. */
async function problemsOfLog(client: pg.Client, { createdAt, logHeads }: Proof['header']): Promise<string[]> {
  const at = new Date(createdAt);
  const heads = logHeads.map((head) => ({ ...head, where: 'the description of the backup', at }));
  const reports = await verifyWithin(client, heads);
  return reports.flatMap(({ institution, problem }) => (problem ? [`${institution}: ${problem}`] : []));
}

/** Each upload is one that a row names, with the content that the row says, unless its list says that it differed. */
async function refuseOtherUploads(client: pg.Client, { entries, missing, changed }: Proof['list']) {
  const left = new Map(
    entries.flatMap(({ name, sha256 }) => {
      const kind = kindOf(name);
      return kind.kind === 'upload' ? [[kind.storedAs, sha256] as const] : [];
    }),
  );
  const [gone, differing] = [new Set(missing), new Set(changed)];
  const refuse = (what: string, storedAs: string) => {
    throw new CannotStart(`The backup ${what}: ${JSON.stringify(storedAs)}. Nothing was changed.`);
  };
  for (const { storedAs, sha256 } of await storedUploads(client)) {
    const found = left.get(storedAs);
    if (found === undefined && !gone.has(storedAs)) refuse('names an upload that it does not hold', storedAs);
    if (found !== undefined && found !== sha256 && !differing.has(storedAs))
      refuse('holds an upload whose content is not the one that was uploaded', storedAs);
    left.delete(storedAs);
  }
  for (const storedAs of left.keys()) refuse('holds an upload that no record names', storedAs);
}
