import { parseArgs } from 'node:util';
import { bundle } from '../../bin/bootstrap.mjs';
import { parts } from '#test/faults/parts.ts';
import { keep, tell, type Result } from '#test/faults/report.ts';

// npm run faults -- [--rounds 100] [--seed 1234] [--only rounds,disk-full,…]
const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const rounds = Number(values.rounds ?? 100);
const seed = Number(values.seed ?? Date.now() % 100_000);
const wanted = values.only?.split(',') ?? Object.keys(parts);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length || !Number.isInteger(rounds) || !Number.isInteger(seed)) {
  console.error(
    `Usage: npm run faults -- [--rounds 100] [--seed 1234] [--only ${Object.keys(parts).join(',')}]${unknown.length ? `\nThere is no part ${unknown.join(', ')}.` : ''}`,
  );
  process.exit(2);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(130));
process.setMaxListeners(50);
bundle();
console.log(`seed ${seed}`);
const results: Record<string, Result> = {};
for (const name of wanted) {
  const begun = performance.now();
  try {
    results[name] = await parts[name]!({ seed, rounds, log: console.log });
  } catch (error) {
    results[name] = { problems: [String((error as Error).stack)] };
  }
  tell(`${name} (${Math.round((performance.now() - begun) / 1000)} s)`, results[name]);
}
keep({ at: new Date().toISOString(), seed, rounds }, results);
const problems = Object.values(results).reduce((sum, result) => sum + result.problems.length, 0);
console.log(`\nseed ${seed}: ${problems} problems`);
process.exit(problems ? 1 : 0);
