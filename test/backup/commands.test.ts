import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareKey, readKey } from '../../bin/backup/secret-key.ts';
import { fingerprintOf } from '#kernel/secrets/check-secret.ts';
import { CannotStart } from '#kernel/cannot-start.ts';
import { migrate } from '#kernel/migrate.ts';
import { startPostgres, type EmbeddedPostgres } from '#kernel/postgres/supervisor.ts';
import { withClient } from '#test/harness/client.ts';
import { memory } from '#test/harness/memory.ts';
import { removeFolder } from '#test/harness/postgres.ts';
import { backup, restore, verify } from '../../bin/backup.ts';
import { setupLink } from '../../bin/setup-link.ts';
import { verifyLogs } from '../../bin/verify-log.ts';
import { contentsOf } from './installation.ts';

/** The commands as a person types them, on data folders with a PostgreSQL of their own. */
const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(memory(), 'akada-test-backup-'));
  // PostgreSQL's own user has to pass through.
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
};
const [first, second] = [newFolder(), newFolder()];
let postgres: EmbeddedPostgres | undefined;
let before: Awaited<ReturnType<typeof contentsOf>>;

/** Runs a command here, with what it says; a sentence for the operator is what it says last. */
async function akada(command: typeof backup, args: string[], env: Record<string, string>) {
  vi.stubEnv('INIT_CWD', first);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const said: string[] = [];
  for (const stream of ['log', 'error'] as const)
    vi.spyOn(console, stream).mockImplementation((text: string) => void said.push(text));
  try {
    await command(args);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    said.push(`refused: ${error.message}`);
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
  return said.join('\n');
}

beforeAll(async () => {
  postgres = await startPostgres({ dataFolder: first, durable: false });
  await migrate(postgres.ownerUrl);
  await withClient(postgres.ownerUrl, (client) =>
    client.query(
      `insert into institutions (name, short_name, motto) values ('Ilorin', 'Ilorin', E'One\\ttwo\\nthree \\\\N')`,
    ),
  );
  for (const query of [
    `insert into audit_entries (institution_id, person, action, summary) select id, 'Ada', 'students.edit', 'did ' || n from institutions, generate_series(1, 3) n`,
    'select akada_seal_log(100)',
  ])
    await withClient(postgres.ownerUrl, (client) => client.query(query));
  before = await contentsOf(postgres.ownerUrl);
});
afterAll(async () => {
  await postgres?.stop();
  folders.forEach(removeFolder);
});

test('backup works beside a running Akada and without one; restore into a new PostgreSQL gives the same', async () => {
  const running = await akada(backup, ['running.tar.gz'], { AKADA_DATA: first });
  expect(running).toMatch(/^Backed up to .*running\.tar\.gz: \d[\d,]* rows of \d+ tables and 0 uploads, \d+ KB\.$/);
  expect(await akada(restore, ['running.tar.gz', '--replace'], { AKADA_DATA: first })).toContain(
    `refused: Akada already runs on ${first} (process ${process.pid}). Stop it first`,
  );
  await postgres!.stop();
  postgres = undefined;

  expect(await akada(backup, [], { AKADA_DATA: first })).toContain('Backed up to');
  const [name = ''] = readdirSync(join(first, 'backups'));
  expect(name).toMatch(/^akada-\d{8}T\d{6}Z\.tar\.gz$/);
  expect(statSync(join(first, 'backups')).mode & 0o777).toBe(0o700);
  const stopped = join(first, 'backups', name);
  expect(await akada(verify, [stopped], {})).toContain(`${stopped} is complete and undamaged.\nCreated 20`);

  expect(await akada(restore, [stopped], { AKADA_DATA: second })).toMatch(
    /^Restored the backup of .*\nEveryone is signed out.*\nStart Akada: npm start$/,
  );
  expect(await akada(setupLink, [], { AKADA_DATA: second })).toMatch(/^refused: Akada is already set up/m);
  const key = (folder: string) => readFileSync(join(folder, 'secret.key'), 'utf8');
  expect(key(second)).toBe(key(first));
  const restored = await startPostgres({ dataFolder: second, durable: false });
  const verified = () => akada(verifyLogs, [stopped], { AKADA_DATA: second });
  expect(await verified()).toMatch(
    /^Ilorin: 3 sealed entries unchanged\.\n {2}1 not sealed yet.*\n {2}Last seal: number 3, [0-9a-f]{64}\nCompared with one backup\.$/,
  );
  const after = await contentsOf(restored.ownerUrl);
  const tampered = `update audit_entries set summary = 'did nothing' where seq = 2`;
  await withClient(restored.ownerUrl, (client) => client.query(tampered));
  expect(await verified()).toMatch(
    /^Ilorin: CHANGED\. The words of entry \d+ \(number 2, .*\) were changed\. 1 sealed entry/,
  );
  expect(process.exitCode).toBe(1);
  process.exitCode = undefined;
  await restored.stop();
  expect({ ...after, audit_entries: before.audit_entries }).toEqual(before);
});

test('a key stored elsewhere is not in the file, and another one is refused', async () => {
  const kept = { dataFolder: second };
  const apart = { ...kept, secret: '12'.repeat(32) };
  expect(readKey(apart).isKept).toBe(false);
  const fingerprint = fingerprintOf(readKey(apart).secret);
  expect(prepareKey(apart, undefined, fingerprint)()).toEqual([]);
  expect(() => prepareKey(kept, undefined, fingerprint)).toThrow('Set AKADA_SECRET to that key');
  const other = { ...kept, secret: '13'.repeat(32) };
  expect(() => prepareKey(other, undefined, fingerprint)).toThrow('Set AKADA_SECRET to that key');
  expect(() => prepareKey(other, `${'12'.repeat(32)}\n`, fingerprint)).toThrow('Unset AKADA_SECRET');
  // A key that was here is kept aside.
  const before = readFileSync(join(second, 'secret.key'), 'utf8');
  const notes = prepareKey(kept, `${'12'.repeat(32)}\n`, fingerprint)();
  expect(notes).toEqual([expect.stringMatching(/^The previous key was moved to .*secret\.key\.before-restore-\d+\.$/)]);
  expect(readFileSync(join(second, 'secret.key'), 'utf8').trim()).toBe('12'.repeat(32));
  expect(readFileSync(/moved to (.*)\.$/.exec(notes[0]!)![1]!, 'utf8')).toBe(before);
});

test('an impossible request is refused with a message, and a wrong file starts nothing', async () => {
  const third = newFolder();
  const env = { AKADA_DATA: third };
  writeFileSync(join(first, 'cut.tar.gz'), readFileSync(join(first, 'running.tar.gz')).subarray(0, 4000));
  expect(await akada(restore, ['cut.tar.gz'], env)).toContain('refused: ');
  expect(await akada(restore, [], env)).toContain('refused: The file name is missing');
  expect(await akada(restore, ['running.tar.gz', '--yes'], env)).toContain('refused: --yes is not a valid argument');
  expect(await akada(verify, ['nothing.tar.gz'], env)).toMatch(/refused: .* does not exist/);
  expect(await akada(backup, [], env)).toContain(`refused: There is no database in ${third}`);
  expect(await akada(setupLink, [], env)).toContain(`refused: There is no database in ${third}`);
  expect(readdirSync(third)).toEqual([]);
  const options = { env: { PATH: process.env.PATH, INIT_CWD: first }, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, [resolve('bin/akada.ts'), 'verify', 'cut.tar.gz'], options);
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^\S*cut\.tar\.gz is incomplete: .*\n$/)]);
});
