import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onClose } from '#web/running/shutdown.ts';
import { root } from '../../bin/bootstrap.mjs';
import { temporaryFolder } from './bench-environment.ts';
import { columns, rounded } from './report.ts';
import { say } from './say.ts';

/** What `npm run bench` leaves in var/bench.json, as far as it is compared. */
interface Kept {
  schools: { figures: { kind: string; clients: number; ratio: number }[] }[];
  rows: { what: string; value: number }[];
}

interface Figure {
  what: string;
  /** The best that each side gave: a busy machine makes figures worse, never better. */
  before: number;
  now: number;
  isSlower: boolean;
}

/** A twentieth: what one cannot see, and what twenty changes in a row make a half of. */
const allowed = 0.05;
const parts = 'list,search,profile,home,start';
const startRows = ['start, initialised database', 'memory of the server at rest'];

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/**
 * Measures the checkout in turn with another commit, without one that before it. The status with which the command ends:
 * 1 if something is slower.
 */
export async function guard(base?: string): Promise<0 | 1> {
  const commit = base ?? (git('status', '--porcelain') ? 'HEAD' : 'HEAD^');
  say(`In turn with ${git('log', '-1', '--format=%h “%s”', commit)}:`);
  const other = checkOut(commit);
  const [before, now]: [Kept[], Kept[]] = [[], []];
  for (const [folder, found] of [
    [other, before],
    [root, now],
    [root, now],
    [other, before],
  ] as const)
    found.push(await measureIn(folder));
  const figures = compare(before, now);
  say(`\nThe best of two rounds each, with 16 clients as a part of the limit:\n`);
  columns(
    figures.map((one) => [one.isSlower ? '✗' : '✓', one.what, rounded(one.before), rounded(one.now)]),
    'llrr',
  ).forEach(say);
  const slower = figures.filter(({ isSlower }) => isSlower).length;
  say(slower ? `\nSlower by more than a twentieth: ${slower} (✗).` : '\nNothing is slower by more than a twentieth.');
  return slower ? 1 : 0;
}

/** The commit in a folder of its own, with the packages of this checkout, until the command ends. */
function checkOut(commit: string): string {
  const folder = join(temporaryFolder(), 'base');
  git('worktree', 'add', '--detach', folder, commit);
  onClose(async () => void git('worktree', 'remove', '--force', folder));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function measureIn(folder: string): Promise<Kept> {
  const measuring = spawn(process.execPath, ['test/bench/bench.ts', '--quick', '--only', parts], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onClose(async () => void measuring.kill('SIGTERM'));
  // It ends with 1 when a budget is missed, which is not what is asked here.
  const [code] = (await once(measuring, 'exit')) as [number | null];
  if (code !== 0 && code !== 1) throw new Error(`The benchmark in ${folder} ended with ${code}.`);
  return JSON.parse(readFileSync(join(folder, 'var/bench.json'), 'utf8')) as Kept;
}

/** What both sides measured: parts of the limit, which should be large, then seconds and megabytes, which should be small. */
export function compare(before: Kept[], now: Kept[]): Figure[] {
  const shares = ({ schools }: Kept) =>
    schools
      .flatMap(({ figures }) => figures)
      .filter(({ kind, clients }) => clients === 16 && kind !== 'limit')
      .map(({ kind, ratio }) => [`${kind}, %`, ratio * 100] as const);
  const costs = ({ rows }: Kept) =>
    rows.filter(({ what }) => startRows.includes(what)).map(({ what, value }) => [what, value] as const);
  return [
    ...bestOf(before.map(shares), now.map(shares), Math.max),
    ...bestOf(before.map(costs), now.map(costs), Math.min),
  ];
}

type Measured = (readonly [what: string, value: number])[];

function bestOf(before: Measured[], now: Measured[], best: typeof Math.max): Figure[] {
  const of = (rounds: Measured[], what: string) =>
    best(...rounds.flat().flatMap(([name, value]) => (name === what ? [value] : [])));
  const isMore = best === Math.max;
  return [...new Set(now.flat().map(([what]) => what))]
    .map((what) => ({ what, before: of(before, what), now: of(now, what) }))
    .filter((one) => Number.isFinite(one.before))
    .map((one) => ({
      ...one,
      isSlower: isMore ? one.now < one.before * (1 - allowed) : one.now > one.before * (1 + allowed),
    }));
}
