import { expect, test } from 'vitest';
import { asRole, inDatabase, passwordIn, withoutPassword } from '#kernel/postgres/address.ts';

test.each([
  ['postgres://me:pw@db:5432/akada', 'postgres://you:p%40w@db:5432/akada'],
  ['postgres://me:pw@/akada?host=%2Ftmp%2Fs', 'postgres://you:p%40w@/akada?host=%2Ftmp%2Fs'],
  ['postgresql://db/akada?user=me&password=pw&sslmode=require', 'postgresql://you:p%40w@db/akada?sslmode=require'],
  ['postgres://me:p@w@db/akada', 'postgres://you:p%40w@db/akada'],
])('%s as another role', (address, expected) => {
  expect(asRole(address, 'you', 'p@w')).toBe(expected);
});

test('another database keeps the rest', () => {
  expect(inDatabase('postgres://me:pw@/akada?host=%2Ftmp', 'other')).toBe('postgres://me:pw@/other?host=%2Ftmp');
});

test('the password is found in an address and never printed', () => {
  expect(passwordIn('postgres://me:p%40w@db/akada')).toBe('p@w');
  expect(passwordIn('postgres://db/akada?password=x')).toBe('x');
  expect(passwordIn('postgres://me@db/akada')).toBe('');
  expect(withoutPassword('postgres://me:pw@db:5432/akada?password=x')).toBe('postgres://me@db:5432/akada');
});
