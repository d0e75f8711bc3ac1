import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { backupsIn } from '#kernel/backup/folder.ts';
import type { Environment } from '#kernel/environment.ts';
import { isOwnQueue } from '#kernel/jobs/queues.ts';
import { ageInWords, counted, type Finding, type Findings, levelBy } from './finding.ts';
import { isOneDisk } from './folders.ts';

const minute = 60;
const hour = 3600;
const day = 86_400;

const backupLimits = { warning: 26 * hour, wrong: 2 * day };
const jobLimits = { warning: 10 * minute, wrong: hour };
const urgentLimits = { warning: 10 * minute, wrong: hour };
/** Quiet hours hold the others back for a night. */
const outboxLimits = { warning: day, wrong: 7 * day };
const sealLimits = { warning: 2 * minute, wrong: 10 * minute };
/** A job that failed so often, as akada_operating_figures counts, does not succeed by itself. */
const manyTries = 5;

/** A thousand are sent at once. */
const manyChanges = 5000;

const logHint = 'The server’s log says why.';

/** How old the newest backup is, where it lies, and whether the last one failed. */
export async function checkBackups(
  say: Findings,
  { backup, dataFolder }: Pick<Environment, 'backup' | 'dataFolder'>,
  client: pg.Client | undefined,
  now = Date.now(),
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const newest = backupsIn(backup.folder)[0];
  const makeOne = 'Make one now: npm run akada -- backup';
  if (!backup.at) findings.push(say.warning('No backup is made at night. Set AKADA_BACKUP to a time such as 02:00.'));
  if (newest) {
    const age = (now - newest.at.getTime()) / 1000;
    const level = levelBy(age, backupLimits);
    const text = `The newest backup is ${ageInWords(age)} old`;
    findings.push(level === 'ok' ? say.ok(`${text}.`) : say[level](`${text}. ${logHint} ${makeOne}`));
  } else if (await isOld(client)) findings.push(say.wrong(`There is no backup in ${backup.folder}. ${makeOne}`));
  else findings.push(say.warning(`There is no backup in ${backup.folder} yet. ${makeOne}`));
  if (isOneDisk(backup.folder, dataFolder))
    findings.push(
      say.warning(
        `The backups in ${backup.folder} lie on the same disk as the data, and are lost with it. Set AKADA_BACKUP_FOLDER to another disk, or copy them to another machine.`,
      ),
    );
  const failedAt = client && (await lastFailure(client));
  if (failedAt && failedAt > (newest?.at ?? new Date(0)))
    findings.push(say.wrong(`The last backup failed ${ageInWords((now - failedAt.getTime()) / 1000)} ago. ${logHint}`));
  return findings;
}

async function isOld(client: pg.Client | undefined): Promise<boolean> {
  if (!client || !(await isThere(client, 'akada_migrations'))) return false;
  const { rows } = await client.query<{ isOld: boolean }>(
    `select coalesce(min(applied_at) < now() - interval '2 days', false) as "isOld" from akada_migrations`,
  );
  return rows[0]!.isOld;
}

async function lastFailure(client: pg.Client): Promise<Date | undefined> {
  if (!(await isThere(client, 'pgboss.job'))) return undefined;
  const { rows } = await client.query<{ at: Date | null }>(
    `select max(coalesce(completed_on, started_on)) as at from pgboss.job
     where name = 'backup.nightly' and state in ('retry', 'failed')`,
  );
  return rows[0]!.at ?? undefined;
}

interface Figure {
  name: string;
  labels: { queue?: string; priority?: string; state?: string };
  value: number;
}

/** What the metrics of the server are made of; null in a database of an older release. */
async function figuresIn(client: pg.Client, made: 'akada_waiting_figures()' | 'akada_operating_figures()') {
  const known = await client.query<{ isThere: boolean }>(`select to_regprocedure($1) is not null as "isThere"`, [made]);
  if (!known.rows[0]!.isThere) return null;
  const { rows } = await client.query<Figure>(`select name, labels, value from ${made}`);
  const of = (name: string, labels: Figure['labels'] = {}) =>
    rows.find((row) => row.name === name && isDeepStrictEqual(row.labels, labels))?.value ?? 0;
  return { rows, of };
}

const failedQuery = `
  select name, count(*)::int as failed from pgboss.job
  where ${isOwnQueue('name')} and state = 'failed' and completed_on > now() - interval '7 days' group by name`;

/** Jobs that wait too long, keep failing or were given up. */
export async function checkQueues(say: Findings, client: pg.Client, isRunning: boolean): Promise<Finding[]> {
  if (!(await isThere(client, 'pgboss.job'))) return [];
  const figures = await figuresIn(client, 'akada_operating_figures()');
  if (!figures) return [];
  const { rows: failures } = await client.query<{ name: string; failed: number }>(failedQuery);
  const jobs = (queue: string, state: string) => figures.of('akada_jobs', { queue, state });
  const queues = [...figures.rows.flatMap(({ labels }) => labels.queue ?? []), ...failures.map(({ name }) => name)];
  const names = [...new Set(queues)].toSorted();
  const waiting = names.reduce((sum, name) => sum + jobs(name, 'waiting'), 0);
  const findings = names.flatMap((name) => {
    const age = figures.of('akada_job_age_seconds', { queue: name });
    const failing = jobs(name, 'failing');
    const { failed = 0 } = failures.find((failure) => failure.name === name) ?? {};
    const level = levelBy(isRunning ? age : 0, jobLimits);
    return [
      ...(level === 'ok'
        ? []
        : [say[level](`A job of ${name} has waited for ${ageInWords(age)}. Restart Akada. ${logHint}`)]),
      ...(failing
        ? [say.warning(`${counted(failing, 'job')} of ${name} failed ${manyTries} times or more. ${logHint}`)]
        : []),
      ...(failed ? [say.wrong(`${counted(failed, 'job')} of ${name} failed for good this week. ${logHint}`)] : []),
    ];
  });
  if (findings.length) return findings;
  const until = isRunning ? '' : ' until Akada starts';
  return [say.ok(waiting ? `${counted(waiting, 'job')} waiting${until}.` : 'No job is waiting.')];
}

/** Messages that should have been sent. */
export async function checkOutbox(say: Findings, client: pg.Client, isRunning: boolean): Promise<Finding[]> {
  const figures = await figuresIn(client, 'akada_waiting_figures()');
  if (!figures) return [];
  const count = figures.of('akada_outbox_messages');
  const age = figures.of('akada_outbox_age_seconds', { priority: 'any' });
  const urgent = figures.of('akada_outbox_age_seconds', { priority: 'urgent' });
  if (!isRunning && count) return [say.ok(`${counted(count, 'message')} waiting until Akada starts.`)];
  const advice = 'Check the providers under Messages, Providers, and their credit.';
  const codes = levelBy(urgent, urgentLimits);
  if (codes !== 'ok') return [say[codes](`A code or link has waited for ${ageInWords(urgent)}. ${advice}`)];
  const others = levelBy(age, outboxLimits);
  if (others !== 'ok') return [say[others](`A message has waited for ${ageInWords(age)}. ${advice}`)];
  return [say.ok(count ? `${counted(count, 'message')} on their way.` : 'No message is waiting.')];
}

/** Entries of the audit log that anyone with the database could still change unseen. */
export async function checkSeals(say: Findings, client: pg.Client, isRunning: boolean): Promise<Finding[]> {
  const figures = await figuresIn(client, 'akada_waiting_figures()');
  if (!figures) return [];
  const count = figures.of('akada_unsealed_entries');
  const age = figures.of('akada_seal_age_seconds');
  const entries = counted(count, 'entry', 'entries');
  if (!isRunning && count) return [say.ok(`${entries} of the audit log will be sealed when Akada starts.`)];
  const level = levelBy(age, sealLimits);
  if (level === 'ok') return [say.ok('The audit log is sealed.')];
  return [
    say[level](`${entries} of the audit log have not been sealed for ${ageInWords(age)}. ${logHint} Restart Akada.`),
  ];
}

export const isThere = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query(`select to_regclass($1) is not null as "isThere"`, [name])).rows[0].isThere;

/** Whether the directory answers, and how many changes it has not been sent. */
export async function checkDirectory(say: Findings, address: string, client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ waiting: number }>('select count(*)::int as waiting from directory_changes');
  const { waiting } = rows[0]!;
  const waits = waiting ? ` ${counted(waiting, 'change')} wait${waiting === 1 ? 's' : ''} to be sent.` : '';
  const isReady = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReady && waiting < manyChanges) return [say.ok(`The directory is ready.${waits}`)];
  if (isReady) return [say.warning(`The directory is ready, but${waits} ${logHint}`)];
  return [say.warning(`${address} does not answer as a directory.${waits} People can sign in at this address only.`)];
}
