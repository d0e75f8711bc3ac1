import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { bounded } from '#kernel/database/bounded.ts';
import { ListEnd } from './list-end.tsx';

/** The end of a list of so many rows, of which 2,000 are shown at once. */
async function endOf(count: number) {
  const { rows, isMore } = await bounded(2000, async (limit) => Array.from({ length: Math.min(count, limit) }));
  const next = 'Search to find the others.';
  return renderToStaticMarkup(createElement(ListEnd, { shown: rows.length, isMore, next }));
}

test('a list that ends before its rows do says so, and what to do; one that is whole says nothing', async () => {
  expect(await endOf(2001)).toContain('Only the first 2,000 are shown. Search to find the others.');
  expect(await endOf(2000)).toBe('');
  expect(await endOf(1999)).toBe('');
});
