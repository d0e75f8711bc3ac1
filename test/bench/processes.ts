import { readFileSync } from 'node:fs';

// Linux counts processor time in hundredths of a second, whatever its own clock does.
const ticksPerSecond = 100;

/** Milliseconds of processor time that a process has had, from its line in /proc. Its ended children are apart. */
export function parseStat(text: string): { own: number; children: number } {
  // The name in parentheses can contain anything; the numbered fields follow the last one.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const milliseconds = (at: number) => ((fields[at]! + fields[at + 1]!) * 1000) / ticksPerSecond;
  return { own: milliseconds(11), children: milliseconds(13) };
}

/** Kilobytes named so in a file of /proc, in MB. */
export function parseMegabytes(text: string, name: string): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text) ?? [];
  return Number(kilobytes) / 1024;
}

/** Processor time of one process with all its threads; null where there is no /proc. */
export const cpuOf = (pid: number): number | null => quietly(() => parseStat(read(pid, 'stat')).own);

/** Processor time of PostgreSQL: of every process that it runs, and of those that have ended. */
export const cpuOfPostgres = (postmaster: number): number | null =>
  quietly(() => {
    const { own, children } = parseStat(read(postmaster, 'stat'));
    return childrenOf(postmaster).reduce((sum, pid) => sum + (cpuOf(pid) ?? 0), own + children);
  });

/** Resident MB of one process; null where there is no /proc. */
export const residentOf = (pid: number): number | null => quietly(() => parseMegabytes(read(pid, 'status'), 'VmRSS'));

/** MB of one process, with its part of what it shares with others. */
export const proportionalOf = (pid: number): number | null =>
  quietly(() => parseMegabytes(read(pid, 'smaps_rollup'), 'Pss'));

/** The same of all of PostgreSQL: its shared buffers are counted once. */
export const memoryOfPostgres = (postmaster: number): number | null =>
  quietly(() => [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + (proportionalOf(pid) ?? 0), 0));

/** Of the processes that one has started. */
export const memoryOfChildren = (pid: number): number | null =>
  quietly(() => childrenOf(pid).reduce((sum, child) => sum + (proportionalOf(child) ?? 0), 0));

const childrenOf = (pid: number) => read(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

function quietly(measure: () => number): number | null {
  try {
    return measure();
  } catch {
    return null;
  }
}
