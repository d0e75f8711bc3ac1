import { expect, test } from 'vitest';
import { checkComponents } from './check-components.ts';
import { checkEntries } from './check-entries.ts';
import { checkDesignations, checkScale } from '../scales/scales.ts';
import { componentPresets, scalePresets } from './presets.ts';
import type { Band, Component, Problem } from './types.ts';

const band = (from: number, grade: string, points = 0): Band => ({ from: from * 100, grade, points, remark: '' });
const at = (problems: Problem[]) => problems.map(({ index, field }) => `${index} ${field}`);

test('every preset is sound', () => {
  for (const { bands, designations } of scalePresets)
    expect([...checkScale(bands), ...checkDesignations(designations)]).toEqual([]);
  for (const { components } of componentPresets) expect(checkComponents(components)).toEqual([]);
  expect(new Set([...scalePresets, ...componentPresets].map(({ key }) => key)).size).toBe(9);
});

test('a scale with a hole below is refused: no grade covers the lowest marks', () => {
  expect(checkScale([band(70, 'A'), band(40, 'C')])).toEqual([
    { index: 1, field: 'from', message: 'No grade covers marks below 40. The lowest grade must begin at 0.' },
  ]);
  expect(at(checkScale([]))).toEqual(['null bands']);
});

test('bands that overlap or are out of order are refused at their row', () => {
  expect(checkScale([band(70, 'A'), band(70, 'B'), band(0, 'F')])[0]).toEqual({
    index: 1,
    field: 'from',
    message: 'Two rows begin at 70. Give each its own lowest mark.',
  });
  const [problem] = checkScale([band(50, 'C'), band(59.5, 'B'), band(0, 'F')]);
  expect(problem).toMatchObject({ index: 1, field: 'from' });
  expect(problem!.message).toBe('B begins at 59.5, above the row before it (50). Sort from highest to lowest.');
});

test('grades have names of their own, and a lower grade earns no more points', () => {
  expect(at(checkScale([band(70, 'A', 400), band(60, ' A ', 300), band(0, '', 0)]))).toEqual(['1 grade', '2 grade']);
  expect(checkScale([band(70, 'A', 300), band(60, 'B', 350), band(0, 'F')])).toEqual([
    { index: 1, field: 'points', message: 'B earns 3.5 points, more than A (3). A lower grade can’t earn more.' },
  ]);
  expect(at(checkScale([band(100.01, 'A'), { ...band(0, 'F'), from: 0.5 }, band(0, 'G', -1)]))).toEqual([
    '0 from',
    '1 from',
    '2 points',
  ]);
});

test('classes of degree are in order and named apart', () => {
  expect(
    at(
      checkDesignations([
        { from: 350, name: 'First' },
        { from: 400, name: 'First' },
      ]),
    ),
  ).toEqual(['1 name', '1 from']);
  expect(at(checkDesignations([{ from: -1, name: '' }]))).toEqual(['0 from', '0 name']);
});

test('components that sum to 99 are refused, and so are doubles and maxima of nothing', () => {
  const part = (key: string, maximum: number): Component => ({ key, name: key, maximum: maximum * 100 });
  expect(checkComponents([part('ca', 39), part('exam', 60)])).toEqual([
    { index: null, field: 'components', message: 'The maximum marks add up to 99. They must add up to 100.' },
  ]);
  expect(at(checkComponents([part('ca', 40), part('ca', 60)]))).toEqual(['1 key', '1 name']);
  expect(at(checkComponents([part('ca', 0), part('exam', 100), part(' ', 0.001)]))).toEqual([
    '0 maximum',
    '2 key',
    '2 name',
    '2 maximum',
  ]);
  expect(at(checkComponents([]))).toEqual(['null components']);
});

test('entries that do not fit their scheme are named with the component', () => {
  const [, , { components }] = componentPresets as typeof componentPresets &
    [unknown, unknown, { components: Component[] }];
  const fits = { test1: 1950, test2: 'absent', assignment: 'exempt', exam: null } as const;
  expect(checkEntries(fits, components, 50)).toEqual([]);
  const wrong = { test1: 2050, test2: -100, assignment: 314.159, exam: 325, practical: 1000 };
  expect(checkEntries(wrong, components, 50).map(({ message }) => message)).toEqual([
    'Test 1: 20.5 is above the maximum of 20.',
    'Test 2: a mark can’t be below 0.',
    'Assignment: enter a mark with at most two decimals.',
    'Examination: 3.25 is not a multiple of 0.5.',
    "The scheme has no component 'practical'. Its entry counts nowhere.",
  ]);
});
