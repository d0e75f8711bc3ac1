import { join } from 'node:path';
import { inDatabase } from '#kernel/postgres/address.ts';
import { signedIn } from '#test/faults/clerk.ts';
import type { Site } from '#test/faults/site.ts';
import { withClient } from '#test/harness/client.ts';
import { password } from '#test/school.ts';
import { until } from './desks.ts';
import { freePort } from './free-port.ts';
import {
  akada,
  betweenInstallations,
  fillGroup,
  fillOwn,
  idOfSchool,
  query,
  school,
  type Installation,
} from './installations.ts';
import { runAlone } from './outcome.ts';

/** Two installations behind a directory, each a process of its own: people, a site, and a school that moves. */
export const name = 'directory';

const key = 'ab'.repeat(32);

export const run = () =>
  betweenInstallations(async ({ group, own, check, folder, server, site }) => {
    const signIns = await fillGroup(group);
    await fillOwn(own);
    await withClient(server, (client) => client.query('create database of_directory'));
    const [at, atGroup, atOwn] = [await freePort(), await freePort(), await freePort()];
    const address = `http://127.0.0.1:${at}`;
    for (const [one, port] of [
      [group, atGroup],
      [own, atOwn],
    ] as const)
      Object.assign(one.env, {
        AKADA_DIRECTORY: address,
        AKADA_DIRECTORY_KEY: key,
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
      });
    const lines = await Promise.all([group, own].map(lineOf));
    check(
      lines.every((line) => line !== ''),
      'each installation prints its line for the directory',
      lines,
    );
    const front = site({
      ownerUrl: inDatabase(server, 'of_directory'),
      folder: join(folder, 'of_directory'),
      env: {
        AKADA_ROLE: 'directory',
        AKADA_DIRECTORY: address,
        AKADA_DIRECTORY_KEY: key,
        AKADA_CELLS: `${lines[0]} Group\n${lines[1]} Own`,
        PORT: String(at),
      },
    });
    const [groups, owns] = [site(group), site(own)];
    await Promise.all([front, groups, owns].map((one) => one.start()));
    check(await front.isReady(), 'the directory is ready');

    const leads = async (identifier: string) => (await enter(address, identifier)).headers.get('location') ?? '';
    const leadsTo = (to: Site, identifier: string, within = 60_000) =>
      until(async () => (await leads(identifier)).startsWith(`${to.url}/`), within);
    const slugAt = async () =>
      (await fetch(`${address}/sites/olumo-heights`, { redirect: 'manual' })).headers.get('location');
    check(await leadsTo(owns, 'here.bursar'), 'an account of one leads there');
    check(await leadsTo(groups, 'registrar'), 'an account of the other leads there');
    const page = await fetch(await leads('here.bursar'));
    check((await page.text()).includes('value="here.bursar"'), 'which knows what was typed');
    const answers = await Promise.all(['here.bursar', 'nobody.xy'].map((typed) => enter(address, typed)));
    check(
      answers.every(({ status, headers }) => status === 303 && headers.get('location')?.includes('/sign-in?as=')),
      'an unknown name gets the same answer',
    );
    check((await slugAt()) === `${groups.url}/sites/olumo-heights`, 'a site leads to its installation', await slugAt());
    const [code] = await query<{ code: string }>(
      group.ownerUrl,
      `select r.code from published_results r join institutions i on i.id = r.institution_id where i.name = '${school}' limit 1`,
    );
    const proof = async () =>
      (await fetch(`${address}/verify/result/${code!.code}`, { redirect: 'manual' })).headers.get('location');
    check((await proof())?.startsWith(groups.url) ?? false, 'the code of a paper is asked of each', await proof());

    await front.end('SIGKILL');
    const registrar = signIns.find(({ username }) => username === 'registrar')!;
    const clerk = await signedIn(groups, registrar, '192.0.2.1');
    check((await clerk.get('/home')).status === 200, 'while the directory is away people sign in where they are');
    await query(group.ownerUrl, `update accounts set username = 'registrar.two' where username = 'registrar'`);
    await front.start();
    check(await leadsTo(groups, 'registrar.two'), 'what changed meanwhile is told afterwards');

    const id = await idOfSchool(group);
    const file = join(folder, 'school.tar.gz');
    const exported = await akada(group, ['export-institution', school, file]);
    await owns.end('SIGTERM');
    const imported = await akada(own, ['import-institution', file]);
    await owns.start();
    check(exported.code + imported.code === 0, 'a school moves', exported.said + imported.said);
    const to = ['export-institution', String(id), '--done', '--to', owns.url, '--lose-changes'];
    const done = await akada(group, to);
    check(done.code === 0, 'it is closed where it was', done.said);
    check(
      await until(async () => (await slugAt()) === `${owns.url}/sites/olumo-heights`, 60_000),
      'its site leads to the new installation',
      await slugAt(),
    );
    check(await leadsTo(owns, 'registrar.two'), 'so do its people');
    check(
      await until(async () => (await proof())?.startsWith(owns.url) ?? false, 90_000),
      'and its papers',
      await proof(),
    );
    const moved = await signedIn(owns, { role: '', username: 'here.bursar', password }, '192.0.2.2');
    check((await moved.get('/home')).status === 200, 'who was there before signs in as before');
    await groups.end('SIGKILL');
    check((await slugAt()) === `${owns.url}/sites/olumo-heights`, 'also once its old installation is away');
  });

async function lineOf(one: Installation): Promise<string> {
  const { said } = await akada(one, ['directory']);
  return /^ {2}(\d+ \S+ \S+)$/m.exec(said)?.[1] ?? '';
}

const enter = (address: string, identifier: string) =>
  fetch(address, { method: 'POST', body: new URLSearchParams({ identifier }), redirect: 'manual' });

if (import.meta.main) await runAlone({ name, run });
