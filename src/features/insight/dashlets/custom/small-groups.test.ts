import { expect, test } from 'vitest';
import { withoutSmall } from './views.queries.ts';

const told = (...values: number[]) =>
  withoutSmall(values.map((value, at) => ({ label: 'ABCDE'[at]!, value }))).map(({ value, shown }) => shown ?? value);

test('small groups have no number, and none follows from the number of all', () => {
  expect(told(9, 5, 30)).toEqual([9, 5, 30]);
  expect(told(30, 3, 2, 9)).toEqual([30, 'Fewer than 5', 'Fewer than 5', 9]);
  // The only small one, or two of one person each, could be computed: the next one is hidden as well.
  expect(told(30, 3, 9)).toEqual([30, 'Fewer than 5', '5 or more']);
  expect(told(30, 1, 9, 1)).toEqual([30, 'Fewer than 5', '5 or more', 'Fewer than 5']);
  expect(told(4)).toEqual(['Fewer than 5']);
  expect(told()).toEqual([]);
});
