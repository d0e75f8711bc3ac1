import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Environment } from '#kernel/environment.ts';
import type { Jobs, Timetable } from '#kernel/jobs/jobs.ts';
import { backupsIn } from './folder.ts';

export interface Backups {
  /** When the latest complete backup in the folder was made; undefined if there is none. */
  latest(): Date | undefined;
  /** Nightly backups that failed in this process. */
  failures(): number;
}

interface Log {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const root = resolve(import.meta.dirname, '../../..');

/**
 * Makes a backup every night in a separate process, so that requests do not wait and the server itself needs no owner
 * rights.
 */
export async function backUpNightly(
  jobs: Jobs & Timetable,
  { backup }: Pick<Environment, 'backup'>,
  log: Log,
  env: NodeJS.ProcessEnv = process.env,
  tellOf: () => Promise<unknown> = async () => {},
): Promise<Backups> {
  let failures = 0;
  const [hour, minute] = backup.at?.split(':').map(Number) ?? [];
  await jobs.schedule(
    'backup.nightly',
    backup.at ? { cron: `${minute} ${hour} * * *`, timeZone: backup.timeZone } : null,
    { retryLimit: 3, retryDelay: 600, expireInSeconds: 6 * 3600 },
  );
  await jobs.work('backup.nightly', async (_, signal) => {
    try {
      const { warnings } = await runCommand(['backup', '--nightly'], env, signal);
      if (warnings) log.warn({ warnings }, 'the nightly backup was created with warnings');
    } catch (error) {
      // If the server stops, the job runs again after its next start.
      if (!signal.aborted) {
        failures += 1;
        log.error({ err: error }, 'the nightly backup failed');
        await tellOf().catch((reason) => log.error({ err: reason }, 'no one could be notified of the failed backup'));
      }
      throw error;
    }
  });
  return { latest: () => backupsIn(backup.folder)[0]?.at, failures: () => failures };
}

/** Restores the newest backup every week to see that it can be, and tells of the outcome; off unless it is set. */
export async function drillWeekly(
  jobs: Jobs & Timetable,
  { backup }: Pick<Environment, 'backup'>,
  log: Log,
  env: NodeJS.ProcessEnv,
  tellOf: (title: string, body: string) => Promise<unknown>,
) {
  const { day, at = '' } = backup.drill ?? {};
  const [hour, minute] = at.split(':').map(Number);
  await jobs.schedule('backup.drill', at ? { cron: `${minute} ${hour} * * ${day}`, timeZone: backup.timeZone } : null, {
    retryLimit: 0,
    expireInSeconds: 6 * 3600,
  });
  await jobs.work('backup.drill', async (_, signal) => {
    try {
      const { said } = await runCommand(['restore', '--drill'], env, signal);
      await tellOf('The restore drill succeeded', said);
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error }, 'the restore drill failed');
      await tellOf('The restore drill failed', `Your latest backup may not help. ${(error as Error).message}`);
    }
  });
}

/** Runs a command of `akada`; resolves with its words and warnings, rejects with the error. */
function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<{ said: string; warnings: string }> {
  return new Promise((done, fail) => {
    // Loaded as the server is: otherwise it takes a few seconds more, and 140 MB.
    const child = spawn(process.execPath, [...process.execArgv, 'bin/akada.ts', ...args], {
      cwd: root,
      env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout = (stdout + text).slice(-4000)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr = (stderr + text).slice(-4000)));
    child.once('error', fail);
    child.once('close', (code) =>
      code === 0
        ? done({ said: stdout.trim(), warnings: stderr.trim() })
        : fail(new Error(stderr.trim() || 'it was ended')),
    );
  });
}
