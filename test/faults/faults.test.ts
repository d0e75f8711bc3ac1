import { expect, test } from 'vitest';
import { killInRounds } from '#test/faults/rounds.ts';

const seed = Date.now() % 100_000;

test(`kill -9 of the server, of PostgreSQL, of a part of it or of a job loses nothing acknowledged and leaves nothing half-done (seed ${seed})`, async () => {
  const { problems, acknowledged = {} } = await killInRounds({ rounds: 5, seed, log: console.log, isShort: true });
  expect(problems.join('\n')).toBe('');
  for (const kind of [
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
  ])
    expect(acknowledged[kind]).toBeGreaterThan(0);
}, 1_200_000);
