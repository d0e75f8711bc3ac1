import { expect, test } from 'vitest';
import { birthdaysOf } from './week-ahead.ts';

test('who was born on 29 February has a birthday every year, on the 28th where there is no 29th', () => {
  expect(birthdaysOf(['2026-02-27', '2026-02-28', '2026-03-01']).get(229)).toBe('2026-02-28');
  expect(birthdaysOf(['2028-02-28', '2028-02-29', '2028-03-01']).get(229)).toBe('2028-02-29');
  expect(birthdaysOf(['2028-02-27', '2028-02-28']).get(229)).toBeUndefined();
  expect(birthdaysOf(['2026-03-01']).get(229)).toBeUndefined();
});
