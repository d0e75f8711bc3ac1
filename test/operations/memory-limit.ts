import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const mounted = '/sys/fs/cgroup';

/** A cgroup with a limit that the kernel enforces, without swap; undefined where none can be made. */
export function memoryLimit(name: string, megabytes: number) {
  const version = existsSync(join(mounted, 'cgroup.controllers')) ? 2 : 1;
  const folder = join(mounted, version === 2 ? '' : 'memory', `${name}-${process.pid}`);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const write = (file: string, value: unknown) => writeFileSync(join(folder, file), String(value));
  const bytes = megabytes * 2 ** 20;
  try {
    mkdirSync(folder);
    write(version === 2 ? 'memory.max' : 'memory.limit_in_bytes', bytes);
    write(version === 2 ? 'memory.swap.max' : 'memory.memsw.limit_in_bytes', version === 2 ? 0 : bytes);
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
  const numberAfter = (file: string, key: string) =>
    Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(read(file))?.[1] ?? NaN);
  const stat = (key: string) => numberAfter('memory.stat', key);
  return {
    /** Runs a command inside, as `sh` does: put it in front of the command. */
    inside: ['/bin/sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$0" "$@"`],
    kills: () => numberAfter(version === 2 ? 'memory.events' : 'memory.oom_control', 'oom_kill'),
    /** MB that cannot be given back: of processes, and shared between them; the rest is the disk's cache. */
    held: () => (version === 2 ? stat('anon') + stat('shmem') : stat('total_rss') + stat('total_shmem')) / 2 ** 20,
    processes: () => read('cgroup.procs').split('\n').filter(Boolean),
    async remove() {
      for (let tries = 0; tries < 50 && existsSync(folder); tries += 1) {
        try {
          rmdirSync(folder);
        } catch {
          await wait(100);
        }
      }
    },
  };
}
