import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const program = `
  import { endOnSignals, onClose, onTermination } from '${new URL('shutdown.ts', import.meta.url).href}';
  onClose(async () => console.log('closed'));
  onTermination(async () => console.log('left'));
  endOnSignals();
  setInterval(() => {}, 1000);
  console.log('ready');`;

test.each([
  ['SIGTERM', 'ready\nleft\nclosed\n'],
  ['SIGINT', 'ready\nclosed\n'],
] as const)(
  'at %s a process takes leave of balancers before it closes only if it was told to end, not by Ctrl-C',
  async (signal, said) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    child.stdout.once('data', () => child.kill(signal));
    expect(await text(child.stdout)).toBe(said);
    expect(await exited).toEqual([0, null]);
  },
);
