import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readIfThere } from '#kernel/postgres/files.ts';

const hasProc = process.platform === 'linux';

/** Every living process that works in the folder: for a data directory, the postmaster and its children. */
export function processesIn(folder: string): number[] {
  if (!hasProc) return postmasterByPs(folder);
  if (!existsSync(folder)) return [];
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingDirectory(pid) === real && isAlive(pid));
}

/** Distinguishes a process from a later one with the same number; undefined if it is gone or a zombie. */
export function identityOf(pid: number): string | undefined {
  if (!hasProc)
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined;
  const { state, started } = statOf(pid);
  return state && !'ZX'.includes(state) ? started : undefined;
}

/** Ends the processes in a data directory: gracefully, and by force after five seconds. */
export async function endProcessesIn(folder: string) {
  for (let waited = 0; ; waited += 50) {
    const pids = processesIn(folder);
    if (!pids.length) return;
    // The postmaster ends its children; orphaned children notice by themselves.
    if (waited === 0) pids.filter((pid) => !pids.includes(statOf(pid).parent)).forEach((pid) => signal(pid, 'SIGINT'));
    if (waited >= 5000) pids.forEach((pid) => signal(pid, 'SIGKILL'));
    if (waited > 15_000) throw new Error(`Processes ${pids.join(', ')} in ${folder} do not end.`);
    await wait(50);
  }
}

/** Sends a signal; ignores a process that is already gone. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isAlive(pid: number) {
  return identityOf(pid) !== undefined;
}

function workingDirectory(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function statOf(pid: number): { state?: string; parent: number; started?: string } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses can contain anything; the numbered fields follow the last one.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], parent: Number(fields[1]), started: fields[19] };
  } catch {
    return { parent: 0 };
  }
}

function postmasterByPs(folder: string) {
  const pid = Number(readIfThere(join(folder, 'postmaster.pid'))?.split('\n')[0]);
  if (!pid) return [];
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return command.includes('postgres') ? [pid] : [];
}
