import { expect, test } from 'vitest';
import { cityOf, zoneOfMost } from './zone.ts';

test('over several institutions the clock keeps the time of most of them, and of the first in a draw', () => {
  expect(zoneOfMost(['Africa/Lagos', 'Africa/Accra', 'Africa/Lagos'])).toBe('Africa/Lagos');
  expect(zoneOfMost(['Africa/Accra', 'Africa/Lagos', 'Africa/Lagos'])).toBe('Africa/Lagos');
  expect(zoneOfMost(['Africa/Accra', 'Africa/Lagos'])).toBe('Africa/Accra');
});

test('without institutions the clock keeps Lagos time, whatever the device says', () => {
  expect(zoneOfMost([])).toBe('Africa/Lagos');
});

test('a time zone is named by its city', () => {
  expect(cityOf('Africa/Lagos')).toBe('Lagos');
  expect(cityOf('America/Sao_Paulo')).toBe('Sao Paulo');
});
