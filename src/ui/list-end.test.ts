import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListEnd } from './list-end.tsx';

test('a list that ends before its rows do says so, and what to do; a shorter one says nothing', () => {
  const end = (shown: number) =>
    renderToStaticMarkup(createElement(ListEnd, { shown, limit: 2000, next: 'Search to find the others.' }));
  expect(end(2000)).toContain('Only the first 2,000 are shown. Search to find the others.');
  expect(end(1999)).toBe('');
});
