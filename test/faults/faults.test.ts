import { expect, test } from 'vitest';
import { killInRounds } from '#test/faults/rounds.ts';

const seed = Date.now() % 100_000;

const kinds = [
  'payment',
  'message',
  'webhook',
  'fee',
  'assignment',
  'admission',
  'edit',
  'course',
  'sign-in',
  'upload',
  'mark',
  'correction request',
  'registration',
];

test(`kill -9 of the server, of PostgreSQL, of a part of it or of a job loses nothing acknowledged and leaves nothing half-done (seed ${seed})`, async () => {
  const wanted = { rounds: 5, seed, log: console.log, isShort: true, kinds };
  const { problems, acknowledged = {} } = await killInRounds(wanted);
  expect(problems.join('\n')).toBe('');
  for (const kind of kinds) expect(acknowledged[kind]).toBeGreaterThan(0);
});
