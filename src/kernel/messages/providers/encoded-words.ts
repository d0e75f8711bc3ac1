const isPlain = /^[\x20-\x7e]*$/;
/** Base64 of 45 bytes: with '=?UTF-8?B?' and '?=' at most 75 characters (RFC 2047). */
const room = 45;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * A header's text in encoded words that begin and end with whole letters: programs that show each word by itself would put a
 * mark of the next word on nothing. Null if the text needs none.
 */
export function encodedWords(text: string): string | null {
  // Ends of lines would begin another header.
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (isPlain.test(line)) return null;
  const words: string[] = [];
  let word = '';
  const add = (part: string) => {
    if (word !== '' && Buffer.byteLength(word + part) > room) {
      words.push(word);
      word = '';
    }
    word += part;
  };
  for (const { segment } of letters.segment(line.toWellFormed()))
    // Nobody writes a letter of more bytes than a word holds.
    if (Buffer.byteLength(segment) > room) for (const point of segment) add(point);
    else add(segment);
  words.push(word);
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}
