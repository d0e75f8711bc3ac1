import { parseArgs } from 'node:util';
import { bundle } from '../../bin/bootstrap.mjs';
import { startTestPostgres } from '#test/harness/postgres.ts';
import { attack } from './run.ts';

// npm run attack -- [--count 50000] [--seed 7] [--round 3 [--at 120]] [--only ^/reports]: hostile requests to every route as everybody.
const { values } = parseArgs({
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    round: { type: 'string' },
    at: { type: 'string' },
    only: { type: 'string' },
  },
});
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const seed = numberOf(values.seed) ?? Date.now() % 100_000;

// What draws the public pages.
bundle();
const postgres = await startTestPostgres();
try {
  console.log(`seed ${seed}`);
  const tally = await attack({
    server: postgres.ownerUrl,
    template: postgres.template,
    seed,
    log: console.log,
    requests: numberOf(values.count) ?? 50_000,
    round: numberOf(values.round),
    upTo: numberOf(values.at),
    only: values.only === undefined ? undefined : new RegExp(values.only),
  });
  console.log(`\n${tally.report()}, seed ${seed}`);
  process.exitCode = tally.findings.size ? 1 : 0;
} finally {
  await postgres.stop();
}
