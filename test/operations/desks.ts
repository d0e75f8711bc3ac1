import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { signedIn, signInsIn, type Clerk, type Door } from '#test/faults/clerk.ts';
import { Notes } from '#test/faults/notes.ts';
import { again } from '#test/faults/work/desk.ts';

/** A first start that loads few people takes seconds. */
export const smallDemonstration = [
  '--import',
  pathToFileURL(resolve(import.meta.dirname, '../faults/small-demonstration.mjs')).href,
];

export const institutionId = 1;

/** Signs somebody of the demonstration in. */
export function enter(door: Door, said: string, username: string, address = '192.0.2.1'): Promise<Clerk> {
  const person = signInsIn(said).find((one) => one.username === username);
  if (!person) throw new Error(`The first start shows no password of ${username}:\n${said}`);
  return signedIn(door, person, address);
}

/** People who save courses, each again and again with the same key until it is acknowledged, and read pages between. */
export async function openDesks(door: Door, said: string, count = 4) {
  const notes = new Notes();
  const clerks: Clerk[] = [];
  for (let at = 0; at < count; at += 1) clerks.push(await enter(door, said, 'owner', `192.0.2.${10 + at}`));
  let isOver = true;
  let working: Promise<unknown> = Promise.resolve();
  /** When each was acknowledged. */
  const acknowledgedAt: number[] = [];
  let run = 0;

  async function save(clerk: Clerk, prefix: string) {
    for (let turn = 1; !isOver; turn += 1) {
      const code = `${prefix}-${turn}`;
      const key = randomUUID();
      const course = { institutionId, code, title: `Course ${code}`, creditUnits: 2 };
      const answer = await again(
        () => isOver,
        async () => {
          const one = await clerk.post('/courses', course, key);
          if ([0, 503].includes(one.status)) notes.note('course', `${code} again`, one);
          return one;
        },
      );
      if (notes.note('course', code, answer)) acknowledgedAt.push(performance.now());
      notes.note('edit', code, await clerk.get('/courses'));
    }
  }

  return {
    notes,
    clerks,
    acknowledgedAt,
    work() {
      isOver = false;
      run += 1;
      working = Promise.all(clerks.map((clerk, at) => save(clerk, `D${run}${'abcdefgh'[at]}`)));
      working.catch(() => {});
    },
    async rest() {
      isOver = true;
      await working;
    },
    /** Acknowledged saves that are not there, or there twice. */
    async lost(ownerUrl: string): Promise<string[]> {
      const { rows } = await withClient(ownerUrl, (client) =>
        client.query<{ code: string; count: number }>(
          'select code, count(*)::int as count from courses where institution_id = $1 group by code',
          [institutionId],
        ),
      );
      const counts = new Map(rows.map(({ code, count }) => [code, count]));
      return [...(notes.done.get('course') ?? [])].filter((code) => counts.get(code) !== 1);
    },
  };
}

/** Until it is so. */
export async function until(isSo: () => Promise<boolean> | boolean, within: number): Promise<boolean> {
  for (const end = performance.now() + within; performance.now() < end; await wait(100)) {
    if (await Promise.resolve(isSo()).catch(() => false)) return true;
  }
  return false;
}
