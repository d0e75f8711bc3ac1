import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Transformer } from '@napi-rs/image';
import { withClient } from '#test/harness/client.ts';
import { signedIn, signInsIn, type Clerk } from '#test/faults/clerk.ts';
import { install, type Site } from '#test/faults/site.ts';
import { bundle, server } from '../../bin/bootstrap.mjs';

/** An installation whose first start is short, with settings that may change before its next start. */
export const smallSite = (env: Record<string, string>): Site =>
  install({
    nodeArgs: ['--import', pathToFileURL(resolve(import.meta.dirname, '../faults/small-demonstration.mjs')).href],
    env,
  });

export async function enter(site: Site, said: string): Promise<Clerk> {
  const person = signInsIn(said).find(({ role }) => role === 'Group administrator');
  if (!person) throw new Error(`The first start shows no password:\n${said}`);
  return signedIn(site, person, '192.0.2.7');
}

/** A command of `akada`, as an operator types it beside the server. */
export function command(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [...server.flags, 'bin/akada.ts', ...args], {
    env: { ...process.env, ...server.env('production'), AKADA_BACKUP: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ code: number | null; said: string }>((done) =>
    child.once('close', (code) => done({ code, said })),
  );
  return {
    child,
    ended,
    get said() {
      return said;
    },
  };
}

export const run = (args: string[], env: Record<string, string>) => command(args, env).ended;

/** Students of the first institution who can have a photo. */
export async function someStudents(site: Site, count: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    site,
    `select id::int as id from students where institution_id = 1 order by id limit ${count}`,
  );
  return rows.map(({ id }) => id);
}

export const rowsOf = <Row extends object>(site: Site, text: string): Promise<Row[]> =>
  withClient(site.ownerUrl(), async (client) => (await client.query<Row>(text)).rows);

let shade = 0;

/** Uploads a photo of a student that no other is like. */
export async function uploadPhoto(clerk: Clerk, student: number) {
  const shown = await shownPhoto(clerk, student);
  const pixels = new Uint8Array(320 * 400 * 4).map((_, at) => (at % 4 === 3 ? 255 : (at * 7 + (shade += 1)) % 251));
  const jpeg = await Transformer.fromRgbaPixels(pixels, 320, 400).jpeg(90);
  const form = new FormData();
  form.set('opened', shown);
  form.set('photo', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'photo.jpg');
  return clerk.post(`/students/${student}/photo`, form);
}

/** The photo that the student's page shows, as its forms send it. */
export async function shownPhoto(clerk: Clerk, student: number): Promise<string> {
  const page = await clerk.get(`/students/${student}`);
  if (page.status !== 200) throw new Error(`Student ${student} has no page: ${page.status} ${page.body.slice(0, 300)}`);
  return /photo\/\w+\?v=(\d+)/.exec(page.body)?.[1] ?? '';
}

export const seePhoto = (clerk: Clerk, student: number) => clerk.get(`/students/${student}/photo/large`);

/** What held and what did not, said as it is found. */
export function outcome() {
  const [held, failed]: [string[], string[]] = [[], []];
  return {
    held,
    failed,
    check(sentence: string, isSo: boolean, else_ = '') {
      (isSo ? held : failed).push(isSo || !else_ ? sentence : `${sentence}: ${else_}`);
    },
  };
}

/** Runs a script by itself. */
export async function alone(script: { name: string; run(): Promise<{ held: string[]; failed: string[] }> }) {
  bundle();
  const { held, failed } = await script.run();
  for (const sentence of held) console.log(`held    ${sentence}`);
  for (const sentence of failed) console.log(`FAILED  ${sentence}`);
  console.log(`${script.name}: ${held.length} held, ${failed.length} failed.`);
  process.exit(failed.length ? 1 : 0);
}
