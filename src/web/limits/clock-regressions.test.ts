import { expect, test } from 'vitest';
import { countClockRegressions } from './clock-regressions.ts';

test('a clock that is set back begins a new count; one that runs on, or ahead, does not', () => {
  let wall = 1_000_000;
  let steady = 0;
  const turns = countClockRegressions(
    () => wall,
    () => steady,
  );
  const pass = (milliseconds: number, step = 0) => {
    steady += milliseconds;
    wall += milliseconds + step;
    return turns();
  };
  expect([pass(60_000), pass(10, 3_600_000), pass(10, -400), pass(10, -3_600_000), pass(60_000)]).toEqual([
    0, 0, 0, 1, 1,
  ]);
});
