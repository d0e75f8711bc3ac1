import { basename, resolve } from 'node:path';
import { backupsIn } from '#kernel/backup/folder.ts';
import { peekHeader } from './backup/make-backup.ts';
import { asOwner, takeOnly } from './command.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { verifyLog, type StoredHead, type LogReport } from '#kernel/log/verify-log.ts';

/** `akada verify-log [backup …]`; without files it compares with all backups in the backup folder. */
export async function verifyLogs(args: string[]) {
  takeOnly(args, (arg) => !arg.startsWith('--'));
  const environment = readEnvironment();
  const named = args.map((arg) => resolve(process.env.INIT_CWD ?? process.cwd(), arg));
  const kept = await headsIn(named.length ? named : backupsIn(environment.backup.folder).map(({ path }) => path));
  const reports = await asOwner(environment, (client) => verifyLog(client, kept.heads));
  console.log([...reports.flatMap(inWords), comparedWith(kept.files)].join('\n'));
  if (reports.some(({ problem }) => problem)) process.exitCode = 1;
}

async function headsIn(paths: string[]): Promise<{ heads: StoredHead[]; files: number }> {
  const heads: StoredHead[] = [];
  for (const path of paths) {
    const { createdAt, logHeads } = await peekHeader(path);
    const where = `the backup ${basename(path)}`;
    heads.push(...logHeads.map((head) => ({ ...head, where, at: new Date(createdAt) })));
  }
  return { heads, files: paths.length };
}

const number = (value: number) => value.toLocaleString('en');

function inWords({ institution, sealed, unsealed, redacted, head, problem, notes }: LogReport): string[] {
  const entries = `${number(sealed)} sealed ${sealed === 1 ? 'entry' : 'entries'}`;
  return [
    problem
      ? `${institution}: CHANGED. ${problem} ${entries} before it ${sealed === 1 ? 'is' : 'are'} unchanged.`
      : `${institution}: ${entries} unchanged${redacted ? `, ${number(redacted)} of them redacted by recorded erasures` : ''}.`,
    ...notes.map((note) => `  Note: ${note}`),
    ...(unsealed ? [`  ${number(unsealed)} not sealed yet and not protected. Akada seals entries while it runs.`] : []),
    ...(head && !problem ? [`  Last seal: number ${number(sealed)}, ${head}`] : []),
  ];
}

const comparedWith = (files: number) =>
  files
    ? `Compared with ${files === 1 ? 'one backup' : `${files} backups`}.`
    : 'Not compared with a backup. Name one that is stored elsewhere: anyone who can write to the database can also reseal the log.';
