import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Cell } from './shared/report-table.tsx';

test('5.3 a year is written without the comma of a number', () => {
  const drawn = (isYear: boolean) =>
    renderToStaticMarkup(<Cell value={2009} field={{ type: 'number', isYear }} currency="NGN" />);
  expect(drawn(true)).toContain('>2009<');
  expect(drawn(false)).toContain('>2,009<');
});
