import { expect, test } from 'vitest';
import { partsOf, ringOf } from './ring.ts';

/** The shares of the ring between the angles at which the outer arcs of an outline start and end. */
function shareIn(outline: string): number {
  const arcs = [...outline.matchAll(/M(\S+) (\S+) A20 20 0 ([01]) 1 (\S+) (\S+)/g)];
  return arcs.reduce((all, [, ...parts]) => {
    const [x, y, isLong, toX, toY] = parts.map(Number) as [number, number, number, number, number];
    const turn = (one: number, other: number) => Math.atan2(one, -other) / (2 * Math.PI);
    const share = (turn(toX, toY) - turn(x, y) + 1) % 1;
    // The browser takes the long or the short way by this flag.
    expect(isLong).toBe(share > 0.5 ? 1 : 0);
    return all + share;
  }, 0);
}

test('each share fills its part of the ring, and all of them the whole', () => {
  for (const values of [[1, 1], [3, 1], [1, 2, 3, 4, 5, 6], [999, 1], [0, 5, 5], [7]]) {
    const all = values.reduce((sum, value) => sum + value, 0);
    const shares = ringOf(values).map((outline) => (outline === null ? 0 : shareIn(outline)));
    expect(shares.map((share) => share.toFixed(2))).toEqual(values.map((value) => (value / all).toFixed(2)));
  }
  expect(ringOf([1, 1])[0]).toMatch(/^M0\.00 -20\.00 A20 20 0 0 1 0\.00 20\.00/);
  expect(ringOf([0, 0])).toEqual([null, null]);
});

test('more than six parts are the five largest in their order, and the others by name', () => {
  const points = [4, 9, 1, 8, 2, 7, 6].map((value, at) => ({ label: 'ABCDEFG'[at]!, value }));
  expect(partsOf(points.slice(0, 6))).toEqual(points.slice(0, 6));
  expect(partsOf(points)).toEqual([
    points[0],
    points[1],
    points[3],
    points[5],
    points[6],
    { label: '2 others', value: 3, hint: 'C, E' },
  ]);
});
