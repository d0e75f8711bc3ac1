import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '../bin/bootstrap.mjs';

test('a start without npm goes on as the server, in the same process', async () => {
  const program = `console.log(process.pid, process.cwd(), process.env.KEPT, process.env.ADDED)`;
  const script = `import { become } from ${JSON.stringify(`${root}/bin/bootstrap.mjs`)};
    become(['-e', ${JSON.stringify(program)}], { ADDED: 'added' });`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: '/',
    env: { ...process.env, KEPT: 'kept' },
  });
  const [said] = await Promise.all([text(starter.stdout), once(starter, 'exit')]);
  expect(said.trim()).toBe(`${starter.pid} ${root} kept added`);
});
