import { expect, test } from 'vitest';
import { affordable } from '../../bin/server/processes.ts';

test('there are no more processes than the database has connections for, twice during an update', () => {
  expect([40, 100, 200, 400].map((connections) => affordable(15, connections))).toEqual([1, 3, 7, 15]);
  expect(affordable(2, 1000)).toBe(2);
});
