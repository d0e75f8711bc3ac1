import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodedWords } from './smtp-pool.ts';

const wordsOf = (encoded: string) =>
  encoded.split('\r\n ').map((word) => {
    expect(word.length).toBeLessThanOrEqual(75);
    return Buffer.from(/^=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=$/.exec(word)![1]!, 'base64').toString();
  });
const letters = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);

test('encoded words never split a letter from its marks', () => {
  expect(encodedWords('Fees are due')).toBeNull();
  const name = 'Ìdánwò Ọmọ Ẹ̀kọ́ nílé ìwé gíga ti ìlú Ìlọrin, Kwárà: àbájáde ìdánwò kẹta'.normalize('NFD');
  const words = wordsOf(encodedWords(name)!);
  expect(words.length).toBeGreaterThan(2);
  expect(words.join('')).toBe(name);
  for (const word of words) expect(word).not.toMatch(/^\p{M}/u);
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(text, (typed) => {
      const encoded = encodedWords(typed);
      if (encoded === null) return;
      const own = wordsOf(encoded);
      const whole = own.join('');
      if (letters(whole).every((letter) => Buffer.byteLength(letter) <= 45))
        expect(own.flatMap(letters)).toEqual(letters(whole));
    }),
  );
});

test('no text begins another header', () => {
  expect(wordsOf(encodedWords('Ẹ̀kọ́\r\nBcc: x@y.z')!).join('')).toBe('Ẹ̀kọ́ Bcc: x@y.z');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
      expect((encodedWords(typed) ?? '').replaceAll('\r\n ', '')).not.toMatch(/[\r\n]/);
    }),
  );
});
