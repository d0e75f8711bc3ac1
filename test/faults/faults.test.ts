import { expect, test } from 'vitest';
import { runRounds } from '#test/faults/rounds.ts';

const seed = Date.now() % 100_000;

test(`kill -9 of the server, of PostgreSQL or of both loses nothing acknowledged and leaves nothing half-done (seed ${seed})`, async () => {
  const { problems, assignments, imports } = await runRounds({ rounds: 4, seed, log: console.log });
  expect(problems.join('\n')).toBe('');
  expect(assignments).toBeGreaterThanOrEqual(4);
  expect(imports.length).toBeGreaterThan(0);
}, 180_000);
