import fc from 'fast-check';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '#test/harness/client.ts';
import { freshDatabase } from '#test/harness/database.ts';
import { gsmAlphabet, gsmExtension, segmentsOf, withoutForcing } from './segments.ts';

const { SegmentedMessage } = createRequire(import.meta.url)('sms-segments-calculator') as {
  SegmentedMessage: new (text: string, encoding: string) => { segmentsCount: number; encodingName: string };
};

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => void (fresh = await freshDatabase()));
afterAll(() => fresh.drop());

const partsInDatabase = (texts: string[]) =>
  withClient(fresh.ownerUrl, async (client) => {
    const { rows } = await client.query<{ parts: number }>(
      'select akada_sms_parts(t) as parts from unnest($1::text[]) with ordinality as u (t, at) order by at',
      [texts],
    );
    return rows.map(({ parts }) => parts);
  });

test('the alphabet is that of 3GPP TS 23.038: 127 characters and ten of the extension table', () => {
  expect(new Set(gsmAlphabet).size).toBe(127);
  expect(new Set(gsmExtension).size).toBe(10);
});

test('every character of the first plane is counted as the table says, here and in the database', async () => {
  const characters = Array.from({ length: 0xffff }, (_, at) => at + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  const wrong = characters.filter((character) => {
    const { encoding, places } = segmentsOf(character);
    const isPlain = gsmAlphabet.includes(character);
    const isExtended = gsmExtension.includes(character);
    return encoding !== (isPlain || isExtended ? 'GSM-7' : 'UCS-2') || places !== (isExtended ? 2 : 1);
  });
  expect(wrong).toEqual([]);
  // 160 of them fill one part only if each is one place of seven bits; 71 fit if it is of seven bits at all.
  const [full, seventyOne] = await Promise.all(
    [160, 71].map((times) => partsInDatabase(characters.map((character) => character.repeat(times)))),
  );
  expect(full).toEqual(characters.map((character) => segmentsOf(character.repeat(160)).parts));
  expect(seventyOne).toEqual(characters.map((character) => segmentsOf(character.repeat(71)).parts));
});

const gsmText = fc.string({ unit: fc.constantFrom(...'abc @€[\n^'), maxLength: 700 });
const anyText = fc.string({ unit: fc.constantFrom(...'ab €ẹ̀ọ₦ɓ', '🎓'), maxLength: 400 });

test('texts have as many parts here as in the database and in an independent calculator', async () => {
  const texts = fc.sample(fc.oneof(gsmText, anyText), 2_000);
  const parts = texts.map((text) => segmentsOf(text).parts);
  expect(await partsInDatabase(texts)).toEqual(parts);
  // An empty text is one part here; the calculator joins a base letter and its accent, as a phone does not.
  const compared = texts.filter((text) => text !== '' && text === text.normalize('NFC') && !/\p{M}/u.test(text));
  expect(compared.map((text) => segmentsOf(text).parts)).toEqual(
    compared.map((text) => new SegmentedMessage(text, 'auto').segmentsCount),
  );
});

test('the edges of one, two and three parts', () => {
  const parts = (text: string) => segmentsOf(text).parts;
  expect([160, 161, 306, 307].map((length) => parts('a'.repeat(length)))).toEqual([1, 2, 2, 3]);
  expect([70, 71, 134, 135].map((length) => parts('ọ'.repeat(length)))).toEqual([1, 2, 2, 3]);
  expect([80, 81].map((length) => parts('€'.repeat(length)))).toEqual([1, 2]);
  // A character of two places does not stand across two parts: 152 + 2 > 153.
  expect(parts(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(2);
  expect(parts(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3);
  expect(segmentsOf('a'.repeat(150)).left).toBe(10);
});

test('a Yoruba and a Hausa text keep their letters and are counted as UCS-2', () => {
  const yoruba = 'Ẹ kú àárọ̀. Ọmọ yín kò wá sí ilé-ìwé lónìí. Ẹ jọ̀wọ́, ẹ pe ilé-ìwé wa ní 0803 123 4567.';
  const hausa = 'Barka da safiya. Ɗanku bai zo makaranta ba a yau. Don Allah ku kira ofishin makaranta.';
  for (const text of [yoruba, hausa]) {
    expect(segmentsOf(text)).toMatchObject({ encoding: 'UCS-2', parts: 2 });
    expect(withoutForcing(text)).toBe(text);
  }
  expect(segmentsOf(yoruba).places).toBe(yoruba.length);
  expect(segmentsOf(hausa).forcing).toEqual(['Ɗ']);
});

test('signs that force UCS-2 are replaced on request', () => {
  expect(segmentsOf('Pay ₦50,000').forcing).toEqual(['₦']);
  expect(withoutForcing('Pay ₦50,000 – “today”… it’s due')).toBe('Pay NGN 50,000 - "today"... it\'s due');
  expect(segmentsOf(withoutForcing('Pay ₦50,000 – “today”… it’s due')).encoding).toBe('GSM-7');
});
