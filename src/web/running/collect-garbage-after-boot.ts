import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const afterMs = 1000;

/**
 * Collects what starting leaves behind: a fifth of the process's memory, which Node would keep for as long as nothing
 * asks for more. Takes about 150 ms, a second after the start.
 */
export function collectGarbageAfterBoot(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, afterMs).unref();
}
