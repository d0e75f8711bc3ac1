import { expect, test } from 'vitest';
import type { Dimension } from './compile-graph.ts';
import { type Head, skipsDates, withGaps } from './graph-statement.ts';

const by = (step: Dimension['step']) => ({ step }) as Dimension;
const heads = (...keys: (string | null)[]): Head[] =>
  keys.map((key) => ({ key, label: null, codes: [], from: null, to: null }));

test('months between others are shown as empty; a gap of years is left out, which a graph then says', () => {
  const near = withGaps(by('month'), heads('2026-01-01', '2026-03-01', null));
  expect(near.map(({ key }) => key)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01', null]);
  expect(skipsDates(by('month'), near)).toBe(false);
  const far = withGaps(by('week'), heads('2020-08-24', '2020-08-31', '2026-09-14'));
  expect(far.map(({ key }) => key)).toEqual(['2020-08-24', '2020-08-31', '2026-09-14']);
  expect(skipsDates(by('week'), far)).toBe(true);
  // Terms don’t follow one another by the calendar.
  expect(skipsDates(by('term'), heads('1', '7'))).toBe(false);
});
