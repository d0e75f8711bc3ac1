import { expect, test } from 'vitest';
import { namedIn } from './concerned.ts';

test('records are found at any depth, also in a body that is thousands of levels deep', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}{"student_id":7}${'}'.repeat(20_000)}`) as unknown;
  expect(namedIn('/bank-statements/:id/discard', { id: 3 }, deep)).toEqual({ students: [7] });
});
