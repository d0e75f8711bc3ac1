import { expect, test } from 'vitest';
import { inspect } from './inspect.ts';
import { decodeLegacy, legacyEncodingOf, legacyEncodings, type LegacyEncoding } from './legacy-encodings.ts';

/** The text as a program of that time saved it. */
function saved(text: string, encoding: LegacyEncoding): Buffer {
  const bytes = Array.from({ length: 256 }, (_, byte) => [decodeLegacy(Uint8Array.of(byte), encoding), byte] as const);
  const known = new Map(bytes.toReversed());
  return Buffer.from([...text].map((sign) => known.get(sign)!));
}

const roster = 'Surname,First name,Class\nGonçalves,Renée,JSS 1\nMuñoz,Désiré,JSS 2\nSœur,Adélaïde,JSS 1\n'.replace(
  'œ',
  'ö',
);

test('a file of Windows is read without a question: names, quotation marks, apostrophes and dashes', () => {
  for (const text of [roster, 'Surname,Nickname\nO’Neil,“Ace”\nAde–Ojo,Zoë\nÉBOUÉ,L’Ange…\n', 'Price\n€45 – 50\n'])
    expect(legacyEncodingOf(saved(text, 'windows-1252'))).toEqual({ encoding: 'windows-1252' });
});

test('files of old Macs and DOS are doubted, the likeliest comes first, and each reading is shown', async () => {
  for (const encoding of ['macintosh', 'cp850'] as const) {
    const found = legacyEncodingOf(saved(roster, encoding));
    expect(found.encoding, encoding).toBe(encoding);
    expect(found.readings!.map((one) => one.encoding)).toEqual([...legacyEncodings]);
    expect(found.readings!.find((one) => one.encoding === encoding)!.words).toEqual([
      'Gonçalves',
      'Renée',
      'Muñoz',
      'Désiré',
    ]);
    const { format, columns } = await inspect(saved(roster, encoding));
    expect(format).toMatchObject({ kind: 'csv', encoding, readings: expect.any(Array) });
    expect(columns[1]!.samples).toEqual(['Renée', 'Désiré', 'Adélaïde']);
  }
});

test('every byte has a meaning in each encoding, and capitals of DOS are letters', () => {
  for (const encoding of legacyEncodings) {
    const all = decodeLegacy(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      encoding,
    );
    expect([...all]).toHaveLength(256);
  }
  expect(legacyEncodingOf(saved('Name\nÉBOUÉ\nNÚÑEZ\n', 'cp850')).encoding).toBe('cp850');
});
