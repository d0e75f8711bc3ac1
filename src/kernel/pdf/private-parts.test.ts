import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDocument } from './document.ts';

interface Private {
  _fragment: unknown;
  _font: { id: unknown; ascender: unknown; ref: unknown; encode: unknown; font: { _glyphs: unknown } };
  _fontFamilies: Record<string, { layoutCache: unknown }>;
}

/** Look at each of them before another version is named here: docs/decisions/0007-libraries.md. */
test('the private parts of pdfkit that we use are those of 0.20.2', () => {
  expect(JSON.parse(readFileSync('node_modules/pdfkit/package.json', 'utf8'))).toMatchObject({ version: '0.20.2' });
  const { _fragment, _font, _fontFamilies } = openDocument() as unknown as Private;
  expect(_fragment).toBeTypeOf('function');
  expect(_font.font._glyphs).toBeTypeOf('object');
  expect([typeof _font.id, typeof _font.ascender, typeof _font.ref, typeof _font.encode]).toEqual([
    'string',
    'number',
    'function',
    'function',
  ]);
  for (const { layoutCache } of Object.values(_fontFamilies)) expect(layoutCache).toBeTypeOf('object');
});
