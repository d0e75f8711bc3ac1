import type pg from 'pg';
import { openDatabase } from './backup/open-database.ts';
import { takeOnly } from './command.ts';
import { readEnvironment, type Environment } from '#kernel/environment.ts';
import type { ProviderNetwork } from '#kernel/messages/providers/provider.ts';
import { connectAsOwner } from '#kernel/migrate.ts';
import { holderIn } from '#kernel/postgres/claim.ts';
import { findPlace } from '#kernel/postgres/place.ts';
import { appUrlOf } from '#kernel/postgres/roles.ts';
import { refuseOtherSecret } from '#kernel/secrets/check-secret.ts';
import * as database from './doctor/database.ts';
import { checkDestinations } from './doctor/destinations.ts';
import { counted, examine, type Finding } from './doctor/finding.ts';
import { checkDisks, checkFolder, secretOf } from './doctor/folders.ts';
import { checkClock, checkPublicAddress } from './doctor/public-address.ts';
import { checkBackups, checkDirectory, checkOutbox, checkQueues, checkSeals, isThere } from './doctor/work.ts';

/** `akada doctor [--json]`: looks at everything that can be wrong with an installation, and changes nothing. */
export async function doctor(args: string[]) {
  takeOnly(args, ['--json']);
  const findings = await examineAll();
  const wrong = findings.filter(({ level }) => level === 'wrong').length;
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  if (args.includes('--json')) console.log(JSON.stringify({ wrong, warnings, findings }));
  else {
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const { check, level, text } of findings)
      console.log(`${level.padEnd(7)}  ${check.padEnd(width)}  ${text.replaceAll('\n', ' ')}`);
    console.log(`\n${wrong ? `${wrong} wrong` : 'Nothing is wrong'}, ${counted(warnings, 'warning')}.`);
  }
  if (wrong) process.exitCode = 1;
}

/** Every check in turn. Tests say where providers are. */
export async function examineAll(env?: NodeJS.ProcessEnv, network?: ProviderNetwork): Promise<Finding[]> {
  let environment: Environment | undefined;
  const settings = await examine('Settings', (say) => {
    environment = readEnvironment(env);
    return [say.ok('All settings are valid.')];
  });
  if (!environment) return settings;
  const folder = await examine('Folder', (say) => checkFolder(say, environment!));
  return [...settings, ...folder, ...(await withDatabase(environment, network))];
}

async function withDatabase(environment: Environment, network?: ProviderNetwork): Promise<Finding[]> {
  const { databaseUrl, dataFolder, backup } = environment;
  const isHeld = Boolean(holderIn(dataFolder));
  const findings: Finding[] = [];
  let databaseFolder: string | undefined;
  findings.push(
    ...(await examine('Database', async () => {
      // One that must first be started says why it can't be.
      const opened = await openDatabase(environment, () => {});
      try {
        if (!databaseUrl) databaseFolder = findPlace(dataFolder).home;
        const client = await connectAsOwner(opened.ownerUrl);
        // A connection that breaks fails the next check.
        client.on('error', () => {});
        try {
          return await examineDatabase({ environment, ownerUrl: opened.ownerUrl, client, isHeld, network });
        } finally {
          await client.end();
        }
      } finally {
        await opened.close();
      }
    })),
  );
  const isReached = findings.some(({ level, check }) => check !== 'Database' || level !== 'wrong');
  if (!isReached) findings.push(...(await examine('Backups', (say) => checkBackups(say, environment, undefined))));
  const disks = { dataFolder, databaseFolder, backupFolder: backup.folder };
  return [...(await examine('Disk', (say) => checkDisks(say, disks))), ...findings];
}

interface Patient {
  environment: Environment;
  ownerUrl: string;
  client: pg.Client;
  /** Whether a process uses the data folder. */
  isHeld: boolean;
  network?: ProviderNetwork;
}

async function examineDatabase({ environment, ownerUrl, client, isHeld, network }: Patient): Promise<Finding[]> {
  const { databaseUrl, databaseAppUrl } = environment;
  const facts = await database.readFacts(client);
  const isRunning = facts.ours > 0 || (!databaseUrl && isHeld);
  const findings = [
    ...(await examine('Akada', (say) => [say.ok(isRunning ? 'Akada is running.' : 'Akada is not running.')])),
    ...(await examine('Database', (say) => database.checkServer(say, facts))),
    ...(await examine('Database', (say) => database.checkConnections(say, facts))),
    ...(await examine('Database', (say) => database.checkMigrations(say, client))),
  ];
  const variable = databaseAppUrl ? 'DATABASE_APP_URL' : 'DATABASE_URL';
  const appUrl = databaseAppUrl ?? appUrlOf(ownerUrl);
  if (databaseUrl && facts.app)
    findings.push(...(await examine('Pooler', (say) => database.checkAddress(say, appUrl, variable))));
  findings.push(...(await examine('Clock', (say) => checkClock(say, client))));
  if (!(await isThere(client, 'installation'))) return findings;
  const address = await publicAddress(client, environment);
  const { directory } = environment;
  return [
    ...findings,
    ...(await examineSecret(client, environment, network)),
    ...(await examine('Public address', (say) => checkPublicAddress(say, address))),
    ...(await examine('Backups', (say) => checkBackups(say, environment, client))),
    ...(await examine('Jobs', (say) => checkQueues(say, client, isRunning))),
    ...(await examine('Outbox', (say) => checkOutbox(say, client, isRunning))),
    ...(await examine('Audit log', (say) => checkSeals(say, client, isRunning))),
    ...(directory ? await examine('Directory', (say) => checkDirectory(say, directory.address, client)) : []),
  ];
}

async function examineSecret(client: pg.Client, environment: Environment, network?: ProviderNetwork) {
  let secret: Buffer | undefined;
  const findings = await examine('Secret', async (say) => {
    const found = secretOf(environment);
    if (!found) {
      const { rows } = await client.query<{ empty: boolean }>('select akada_is_empty() as empty');
      if (rows[0]!.empty) return [say.ok('There is no secret yet: Akada makes it when it first starts.')];
      return [say.wrong('There is no secret. Restore AKADA_DATA/secret.key from a backup.')];
    }
    await refuseOtherSecret(client, found);
    secret = found;
    return [say.ok('The secret is the database’s.')];
  });
  if (!secret) return findings;
  const known = secret;
  return [...findings, ...(await examine('Providers', (say) => checkDestinations(say, client, known, network)))];
}

async function publicAddress(client: pg.Client, { publicUrl }: Environment): Promise<string | null> {
  const { rows } = await client.query<{ url: string | null }>('select public_url as url from installation');
  return publicUrl ?? rows[0]?.url ?? null;
}
