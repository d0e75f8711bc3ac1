import { spawn } from 'node:child_process';
import { Transformer } from '@napi-rs/image';
import { withClient } from '#test/harness/client.ts';
import type { Clerk } from '#test/faults/clerk.ts';
import { install, type Site } from '#test/faults/site.ts';
import { server } from '../../bin/bootstrap.mjs';
import { smallDemonstration } from './desks.ts';

/** An installation whose first start is short, with settings that may change before its next start. */
export const smallSite = (env: Record<string, string>): Site => install({ nodeArgs: smallDemonstration, env });

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
