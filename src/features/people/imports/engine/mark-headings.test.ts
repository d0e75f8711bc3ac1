import { expect, test } from 'vitest';
import { numberColumn, partKey, partOf } from './known-headings.ts';

test('parts are known by their words in any order, and their maximum in brackets', () => {
  expect(['1st CA (20)', 'Exam [60 marks]', 'Test/20', 'CA 1 (max 15)', 'Project'].map(partOf)).toEqual([
    { name: '1st CA', most: 20 },
    { name: 'Exam', most: 60 },
    { name: 'Test', most: 20 },
    { name: 'CA 1', most: 15 },
    { name: 'Project', most: null },
  ]);
  const same = ['First CA', '1st C.A.', 'CA1', 'CA 1', 'First Continuous Assessment'];
  expect(new Set(same.map(partKey)).size).toBe(1);
  expect(partKey('2nd CA')).not.toBe(partKey('CA 1'));
  expect(partKey('Examination')).toBe(partKey('EXAMS'));
  expect(numberColumn(['S/N', 'Adm No', 'Names'])).toBe(1);
});
