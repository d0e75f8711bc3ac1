import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../../bin/bootstrap.mjs';
import { outcomeOf, type Outcome, type Script } from './outcome.ts';

// npm run operations -- [--only roles,standby]
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const longest = 20 * 60_000;

const isScript = (module: object): module is Script => 'name' in module && 'run' in module;
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'operations.ts')
  .toSorted();
const modules = await Promise.all(files.map((file) => import(join(import.meta.dirname, file)) as Promise<object>));
const scripts = modules.filter(isScript);
const wanted = values.only?.split(',') ?? scripts.map(({ name }) => name);
const unknown = wanted.filter((name) => !scripts.some((script) => script.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are ${scripts.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(130));
process.setMaxListeners(100);
const found: (Outcome & { name: string; seconds: number })[] = [];
const late = setTimeout(() => {
  tell();
  console.error(`\nNot everything was done after ${longest / 60_000} minutes.`);
  process.exit(1);
}, longest).unref();
bundle();
for (const script of scripts.filter(({ name }) => wanted.includes(name))) {
  console.log(`\n${script.name}`);
  const begun = performance.now();
  // One after another: each measures how long something takes.
  // oxlint-disable-next-line no-await-in-loop
  const outcome = await outcomeOf(script);
  found.push({ ...outcome, name: script.name, seconds: Math.round((performance.now() - begun) / 1000) });
}
clearTimeout(late);
tell();
process.exit(found.some(({ failed }) => failed.length > 0) ? 1 : 0);

function tell() {
  const width = Math.max(...found.map(({ name }) => name.length), 6);
  console.log(`\n${'script'.padEnd(width)}  seconds  held  failed`);
  for (const { name, seconds, held, failed } of found) {
    const numbers = [String(seconds).padStart(7), String(held.length).padStart(4), String(failed.length).padStart(6)];
    console.log(`${name.padEnd(width)}  ${numbers.join('  ')}`);
    for (const sentence of failed) console.log(`  ✗ ${sentence.slice(0, 4000)}`);
  }
}
