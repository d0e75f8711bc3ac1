import { expect, inject, test } from 'vitest';
import { attack } from './run.ts';

const seed = Date.now() % 100_000;

test(`hostile requests to every route as everyone: no 5xx, nothing of another institution, nothing stored that should not be (seed ${seed})`, async () => {
  const tally = await attack({
    server: inject('ownerUrl'),
    template: inject('template'),
    seed,
    requests: 600,
    log: () => {},
  });
  const found = [...tally.findings].map(([said, { first }]) => `${said}\n${first.request}\n${first.answer}`);
  expect(found.join('\n\n')).toBe('');
  // An attack that is turned away everywhere proves nothing.
  expect(tally.accepted.size).toBeGreaterThan(15);
  expect(tally.byPerson.size).toBeGreaterThanOrEqual(14);
});
