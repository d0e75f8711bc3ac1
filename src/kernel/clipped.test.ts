import { expect, test } from 'vitest';
import { clipped, clippedFileName } from './clipped.ts';

test('a text that is cut says so, in whole letters, and never takes more than its room', () => {
  expect(clipped(' Two\nlines ', 20)).toBe('Two lines');
  expect(clipped('x'.repeat(200), 160)).toBe(`${'x'.repeat(159)}…`);
  expect(clipped(`${'x'.repeat(158)}😀y`, 160)).toBe(`${'x'.repeat(158)}…`);
});

test('a file’s name keeps the end that says what it is', () => {
  expect(clippedFileName('result.pdf', 200)).toBe('result.pdf');
  expect(clippedFileName(`${'x'.repeat(300)}.pdf`, 200)).toBe(`${'x'.repeat(195)}….pdf`);
});
