import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { root, seconds } from './bootstrap.mjs';

// `npm run check -- --fix` fixes what can be fixed automatically.
const isFixing = process.argv.includes('--fix');
const isPartOfTests = Boolean(process.env.CHECK_RESULT);
const typesKept = 'node_modules/.cache/types.json';
const all = [
  // Several checkers in one process each look at what they share: four need twice the processor time of one.
  ['types', 'typescript/bin/tsc', '-p', '.', '--checkers', '1', '--incremental', '--tsBuildInfoFile', typesKept],
  ['lint', 'oxlint/bin/oxlint', isFixing ? '--fix' : '--quiet'],
  ['format', 'oxfmt/bin/oxfmt', isFixing ? '--write' : '--list-different', '.'],
  ['imports', 'vitest/vitest.mjs', 'run', '--project', 'static', '--reporter', 'dot'],
] as const;
// `npm test` runs the static tests with all others.
const steps = isPartOfTests ? all.filter(([name]) => name !== 'imports') : all;

// The type check takes as long as all the others together.
const [types, ...others] = steps;
const inTurn = async () => {
  const results = [];
  for (const step of others) results.push(await take(step));
  return results;
};
const results = await (isFixing
  ? inTurn().then(async (rest) => [...rest, await take(types)])
  : Promise.all([take(types), inTurn()]).then((all) => all.flat()));
const failed = results.filter((isRight) => !isRight).length;
// The number of steps, for the summary.
if (process.env.CHECK_RESULT) writeFileSync(process.env.CHECK_RESULT, `${steps.length - failed} ${failed}`);
process.exitCode = failed ? 1 : 0;

/** Runs one step and shows its output when it has ended. */
async function take([name, program, ...args]: (typeof steps)[number]): Promise<boolean> {
  const started = Date.now();
  const child = spawn(process.execPath, [`node_modules/${program}`, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void output.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat(output));
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(started)})`);
  return code === 0;
}
