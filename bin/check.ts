import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { root, seconds } from './bootstrap.mjs';

// `npm run check -- --fix` puts right what a machine can.
const isFixing = process.argv.includes('--fix');
const steps = [
  ['types', 'typescript/bin/tsc', '-p', '.'],
  ['lint', 'oxlint/bin/oxlint', isFixing ? '--fix' : '--quiet'],
  ['format', 'prettier/bin/prettier.cjs', isFixing ? '--write' : '--check', '--log-level', 'warn', '--cache', '.'],
  ['imports', 'vitest/vitest.mjs', 'run', '--project', 'static', '--reporter', 'dot'],
] as const;

let failed = 0;
for (const [name, program, ...args] of steps) {
  const started = Date.now();
  const { status } = spawnSync(process.execPath, [`node_modules/${program}`, ...args], { cwd: root, stdio: 'inherit' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds(started)})`);
  if (status !== 0) failed += 1;
}
// For whoever sums up: how many steps there were.
if (process.env.CHECK_RESULT) writeFileSync(process.env.CHECK_RESULT, `${steps.length - failed} ${failed}`);
process.exitCode = failed ? 1 : 0;
