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
/** A job that failed so often does not succeed by itself. */
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

interface Queue {
  name: string;
  waiting: number;
  age: number | null;
  failing: number;
  failed: number;
}

const queuesQuery = `
  select name, count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
    extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8 as age,
    count(*) filter (where state <= 'active' and retry_count >= ${manyTries})::int as failing,
    count(*) filter (where state = 'failed' and completed_on > now() - interval '7 days')::int as failed
  from pgboss.job where ${isOwnQueue('name')} group by name order by name`;

/** Jobs that wait too long, keep failing or were given up. */
export async function checkQueues(say: Findings, client: pg.Client, isRunning: boolean): Promise<Finding[]> {
  if (!(await isThere(client, 'pgboss.job'))) return [];
  const { rows } = await client.query<Queue>(queuesQuery);
  const waiting = rows.reduce((sum, queue) => sum + queue.waiting, 0);
  const findings = rows.flatMap(({ name, age, failing, failed }) => {
    const level = levelBy(isRunning ? (age ?? 0) : 0, jobLimits);
    return [
      ...(level === 'ok'
        ? []
        : [say[level](`A job of ${name} has waited for ${ageInWords(age ?? 0)}. Restart Akada. ${logHint}`)]),
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
  if (!(await isThere(client, 'outbox'))) return [];
  const { rows } = await client.query<{ count: number; urgent: number; age: number }>(
    `select count(*)::int as count, extract(epoch from now() - coalesce(min(o.next_at), now()))::float8 as age,
       extract(epoch from now() - coalesce(min(o.next_at) filter (where o.priority = 1), now()))::float8 as urgent
     from outbox o left join messages m on m.institution_id = o.institution_id and m.id = o.message_id
     where o.state = 'queued' and o.next_at <= now() and coalesce(m.state not in ('paused', 'stopped'), true)`,
  );
  const { count, urgent, age } = rows[0]!;
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
  if (!(await isThere(client, 'audit_entries'))) return [];
  const { rows } = await client.query<{ count: number; age: number }>(
    `select count(*)::int as count, extract(epoch from now() - coalesce(min(at), now()))::float8 as age
     from audit_entries where seq is null`,
  );
  const { count, age } = rows[0]!;
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
