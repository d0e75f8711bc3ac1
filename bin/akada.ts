import { CannotStart } from '#kernel/cannot-start.ts';
import { StoreAway } from '#kernel/errors.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { errorForLog } from '#kernel/log-error.ts';
import { migrate } from '#kernel/migrate.ts';
import { startPostgres } from '#kernel/postgres/supervisor.ts';
import { backup, restore, verify } from './backup.ts';
import { directory } from './directory/command.ts';
import { doctor } from './doctor.ts';
import { groupAdministrators } from './group-administrators.ts';
import { exportInstitution, importInstitution } from './institution/command.ts';
import { moveFiles } from './move-files.ts';
import { partition } from './partition/command.ts';
import { setupLink } from './setup-link.ts';
import { upgrade } from './upgrade.ts';
import { verifyLogs } from './verify-log.ts';
import { verifyPublished } from './verify-results.ts';

const commands: Record<string, { takes?: string; does: string; run: (args: string[]) => Promise<void> }> = {
  doctor: {
    takes: '[--json]',
    does: 'check settings, database, disks, clock, certificate, providers, backups and queues',
    run: doctor,
  },
  migrate: { does: 'migrate the database to this version without starting the server', run: migrateOnly },
  upgrade: {
    takes: '[--accept-broken-log]',
    does: 'with Akada stopped: back up, migrate and check; if anything fails, nothing has changed',
    run: upgrade,
  },
  backup: {
    takes: '[file | --to s3://bucket/prefix | --usb]',
    does: 'back up the database and uploads into one file, a bucket or a USB stick, even while Akada runs',
    run: backup,
  },
  verify: { takes: '<file | s3://…>', does: 'check that a backup is complete', run: verify },
  'verify-log': {
    takes: '[backup …]',
    does: 'check that the audit logs are unchanged, also against backups',
    run: verifyLogs,
  },
  'verify-results': { does: 'check that published results, promotions and papers are unchanged', run: verifyPublished },
  'setup-link': {
    does: 'print a new set-up link for an empty installation; the old one stops working',
    run: setupLink,
  },
  'group-administrators': {
    takes: '[--add <username> | --remove <username>]',
    does: 'list the accounts with all permissions in all institutions, add one or remove one',
    run: groupAdministrators,
  },
  'export-institution': {
    takes: '<id or name> (<file> | --done --to <address> | --remove)',
    does: 'write an institution to a file that another installation imports; then close and remove it here',
    run: exportInstitution,
  },
  'import-institution': {
    takes: '<file> [--from <key>] [--merge-accounts] [--without-secrets]',
    does: 'add an institution that another installation exported',
    run: importInstitution,
  },
  directory: {
    takes: '[--again]',
    does: 'print what the directory must know of this installation; tell it everything again',
    run: directory,
  },
  restore: {
    takes: '<file | s3://…> [--replace] [--accept-broken-log] | --drill [backup]',
    does: 'restore a backup into an empty installation, or beside this one to see that it can be',
    run: restore,
  },
  'move-files': {
    takes: '[--remove]',
    does: 'copy uploads from the folder to the bucket of AKADA_FILES, even while Akada runs',
    run: moveFiles,
  },
  partition: {
    takes: '--into <number> [--tables all|<name>,…] [--check]',
    does: 'with Akada stopped: divide the large tables that are only added to by institution; a stopped run can be continued',
    run: partition,
  },
};

async function migrateOnly() {
  const { databaseUrl, databaseAppUrl, dataFolder, cell } = readEnvironment();
  const postgres = databaseUrl ? undefined : await startPostgres({ dataFolder, log: console.log });
  try {
    const { applied } = await migrate(databaseUrl ?? postgres!.ownerUrl, { appUrl: databaseAppUrl, cell });
    console.log(applied.length ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await postgres?.stop();
  }
}

function usage() {
  const lines = Object.entries(commands).map(([name, { takes = '', does }]) => [`${name} ${takes}`, does] as const);
  const width = Math.max(...lines.map(([left]) => left.length));
  return ['Usage:', ...lines.map(([left, does]) => `  npm run akada -- ${left.padEnd(width)}  ${does}`)].join('\n');
}

// Cleanup that a command registered runs at exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (command) await command.run(args);
  else {
    console.log(usage());
    process.exitCode = name ? 1 : 0;
  }
} catch (error) {
  console.error(error instanceof CannotStart || error instanceof StoreAway ? error.message : errorForLog(error));
  process.exitCode = 1;
}
