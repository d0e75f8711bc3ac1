import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Site } from '#test/faults/site.ts';
import { rowsOfInstitution } from '#test/harness/institution-rows.ts';
import { node, root } from '../../bin/bootstrap.mjs';
import { contentsOf } from '../backup/installation.ts';
import {
  akada,
  betweenInstallations,
  fillGroup,
  idOfSchool,
  query,
  same,
  school,
  type Installation,
  type Story,
} from './installations.ts';
import { runAlone } from './outcome.ts';

/** A group's tables are divided by institution, by the commands that an operator types, one of them killed midway. */
export const name = 'partition';

const everything = ['partition', '--into', '2', '--tables', 'all'];

export const run = () =>
  betweenInstallations(async (story) => {
    await fillGroup(story.group);
    const site = story.site(story.group);
    await divide(story, site);
    await serveAndBackUp(story, site);
    await moveSchool(story);
  });

async function divide({ group, check }: Story, site: Site) {
  const plan = await akada(group, [...everything, '--check']);
  check(plan.said.includes('To be divided into 2: 240'), 'a look says what would be divided', plan.said);
  check((await turned(group)) === 0, 'and divides nothing');
  await site.start();
  const refused = await akada(group, everything);
  check(refused.code === 1 && refused.said.includes('A server is using'), 'it is refused while a server runs');
  await site.end('SIGTERM');
  const before = await contentsOf(group.ownerUrl);
  await killed(group, 30);
  const half = await turned(group);
  check(half >= 30 && half < 240, `a run is killed after ${half} tables`);
  check(same(await contentsOf(group.ownerUrl), before), 'every row is where it was');
  await site.start();
  check(await site.isReady(), 'the server starts on what is half divided');
  await site.end('SIGTERM');
  const [entries] = await query<{ count: number }>(group.ownerUrl, 'select count(*)::int as count from audit_entries');
  const whole = await akada(group, everything);
  check(whole.code === 0 && (await turned(group)) === 240, 'the next run goes on and ends', whole.said);
  const [later] = await query<{ count: number }>(group.ownerUrl, 'select count(*)::int as count from audit_entries');
  check(entries!.count === later!.count, 'and loses nothing');
  const doctor = await akada(group, ['doctor']);
  check(!doctor.said.includes('max_locks'), 'doctor finds room for its locks', doctor.said);
}

async function serveAndBackUp({ group, own, check, folder }: Story, site: Site) {
  await site.start();
  check((await fetch(`${site.url}/sites/olumo-heights`)).ok, 'a public site is shown');
  await site.end('SIGTERM');
  for (const command of ['verify-log', 'verify-results']) {
    const { code, said } = await akada(group, [command]);
    check(code === 0, `${command} finds everything as it was sealed`, said);
  }
  const file = join(folder, 'group.tar.gz');
  const backedUp = await akada(group, ['backup', file]);
  check(backedUp.code === 0, 'it is backed up', backedUp.said);
  const drill = await akada(group, ['restore', '--drill', file]);
  check(drill.code === 0, 'a drill restores it', drill.said);
  const restored = await akada(group, ['restore', file, '--replace']);
  check(restored.code === 0 && (await turned(group)) === 0, 'a restore over it has plain tables', restored.said);
  const again = await akada(group, everything);
  check(again.code === 0 && (await turned(group)) === 240, 'which are divided again', again.said);
  check((await akada(own, everything)).code === 0, 'an empty installation is divided, too');
}

async function moveSchool({ group, own, check, folder }: Story) {
  const id = await idOfSchool(group);
  const file = join(folder, 'school.tar.gz');
  const exported = await akada(group, ['export-institution', school, file]);
  check(exported.code === 0, 'a school is exported from partitions', exported.said);
  const before = await rowsOfInstitution(group.ownerUrl, id);
  const imported = await akada(own, ['import-institution', file]);
  check(imported.code === 0, 'and imported into partitions', imported.said);
  check(same(await rowsOfInstitution(own.ownerUrl, id), before), 'every row of it is the same there');
  await akada(group, ['export-institution', school, '--done', '--to', 'https://olumo.example']);
  const removed = await akada(group, ['export-institution', school, '--remove'], `${school}\n`);
  check(removed.code === 0, 'it is removed where it came from', removed.said);
  const rows = await rowsOfInstitution(group.ownerUrl, id);
  check(
    Object.values(rows).every((one) => one.rows === 0),
    'no row of it is left',
  );
}

/** Ends the command without a word when it has said that so many tables are done. */
async function killed({ env }: Installation, after: number) {
  const child = spawn(node, ['bin/akada.ts', ...everything], { cwd: root, env: { ...process.env, ...env } });
  const ended = new Promise((done) => child.once('exit', done));
  child.stdout.on('data', (chunk: Buffer) => {
    if (new RegExp(`^${after} of `, 'm').test(chunk.toString())) child.kill('SIGKILL');
  });
  await ended;
}

const turned = async ({ ownerUrl }: Installation) =>
  (
    await query<{ count: number }>(
      ownerUrl,
      `select count(*)::int as count from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`,
    )
  )[0]!.count;

if (import.meta.main) await runAlone({ name, run });
