import { expect, test } from 'vitest';
import type { Audience } from './audience.ts';
import { allTicked, isTicked, tickAll, tickOne } from './ticks.ts';

const all: Audience = { of: 'guardians', by: [{ kind: 'all' }], without: [] };

test('4.7 unticking and ticking one by one ends where select-all does', () => {
  const some = tickOne(all, 'g1', 3);
  expect([isTicked(some, 'g1'), isTicked(some, 'g2'), allTicked(some)]).toEqual([false, true, false]);
  expect(allTicked(tickOne(some, 'g1', 3))).toBe(true);
  const none = tickAll(all, false);
  expect([isTicked(none, 'g1'), allTicked(none)]).toEqual([false, false]);
  const back = ['g1', 'g2', 'g3'].reduce<Audience>((audience, key) => tickOne(audience, key, 3), none);
  expect(allTicked(back)).toBe(true);
  expect(back).not.toHaveProperty('only');
  // Without anybody left, later recipients are not ticked either.
  expect(['g1', 'g2', 'g3'].reduce<Audience>((audience, key) => tickOne(audience, key, 3), all)).toMatchObject({
    only: [],
  });
});

test('who was taken out stays out when the text begins to name the student', () => {
  expect(isTicked({ ...all, without: ['g1'] }, 'g1s5')).toBe(false);
  expect(isTicked(tickOne({ ...all, without: ['g1'] }, 'g1s5', 9), 'g1s5')).toBe(true);
});
