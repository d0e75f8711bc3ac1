import { expect, test } from 'vitest';
import { openDocument, shown } from './document.ts';

test('names from right to left keep the order of their words, alone and among others', () => {
  expect(shown('محمد علي')).toBe('علي محمد');
  expect(shown('Obi محمد علي (2026)')).toBe('Obi علي محمد (2026)');
  expect(shown('שרה 5 לוי\nAda Obi')).toBe('לוי 5 שרה\nAda Obi');
  expect(shown('Ṣẹ́gun Ɓala')).toBe('Ṣẹ́gun Ɓala');
});

test('the font of PDFs has the letters of such names', () => {
  const doc = openDocument();
  const { font } = (doc as unknown as { _font: { font: { glyphForCodePoint(code: number): { id: number } } } })._font;
  for (const letter of 'محمدعليשרהלוי') expect(font.glyphForCodePoint(letter.codePointAt(0)!).id, letter).not.toBe(0);
});
