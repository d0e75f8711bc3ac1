import { expect, test } from 'vitest';
import { pdfText } from '#test/harness/pdf-text.ts';
import { closeDocument, openDocument, shown } from './document.ts';
import { inReadingOrder } from './document.ts';

test('names from right to left keep the order of their words, alone and among others', () => {
  expect(inReadingOrder('محمد علي')).toBe('علي محمد');
  expect(inReadingOrder('Obi محمد علي (2026)')).toBe('Obi علي محمد (2026)');
  expect(inReadingOrder('שרה 5 לוי')).toBe('לוי 5 שרה');
  expect(inReadingOrder('Ṣẹ́gun Ɓala')).toBe('Ṣẹ́gun Ɓala');
});

test('a long name that wraps begins on the first line and goes on below', async () => {
  const words = ['عبدالرحمن', 'محمد', 'إبراهيم', 'موسى', 'سليمان', 'حسن'];
  const doc = openDocument();
  const lines: string[] = [];
  const drawer = doc as unknown as { _line(text: string, ...more: unknown[]): void };
  const line = drawer._line.bind(doc);
  drawer._line = (text, ...more) => {
    lines.push(text.trim());
    line(text, ...more);
  };
  doc.text(shown(words.join(' ')), 50, 50, { width: 110 });
  const [first = '', second = ''] = lines;
  expect(lines.length).toBeGreaterThan(1);
  expect(`${first} ${second}`).toContain(words.slice(0, 3).join(' '));
  const [page = ''] = pdfText(await closeDocument(doc));
  // Glyphs are drawn from the left, so a line from the right is drawn from its end.
  const fromTheLeft = (text: string) => [...text.replaceAll(' ', '')].toReversed().join('');
  expect(page.replaceAll(/\s/g, '')).toContain(fromTheLeft(first) + fromTheLeft(second));
});

test('the font of PDFs has the letters of such names', () => {
  const doc = openDocument();
  const { font } = (doc as unknown as { _font: { font: { glyphForCodePoint(code: number): { id: number } } } })._font;
  for (const letter of 'محمدعليשרהלוי') expect(font.glyphForCodePoint(letter.codePointAt(0)!).id, letter).not.toBe(0);
});
