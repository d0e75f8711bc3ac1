import { expect, test } from 'vitest';
import { nameTyped } from './link-form.page.tsx';

test('a name that was looked for begins the new record: title, first names and surname each in its place', () => {
  expect(nameTyped('Mrs Bisi Adewumi')).toEqual({ title: 'Mrs', firstName: 'Bisi', surname: 'Adewumi' });
  expect(nameTyped('dr. Bisi Ruth Adewumi')).toEqual({ title: 'Dr', firstName: 'Bisi Ruth', surname: 'Adewumi' });
  expect(nameTyped('Adewumi, Bisi')).toEqual({ firstName: 'Bisi', surname: 'Adewumi' });
  expect(nameTyped('Bisi')).toEqual({ firstName: 'Bisi' });
  expect(nameTyped('Chief')).toEqual({ title: 'Chief' });
  expect(nameTyped('')).toEqual({});
});
