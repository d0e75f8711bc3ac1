/*
 * Parts of an SMS by 3GPP TS 23.038 (alphabet) and 23.040 (parts). `akada_sms_parts` in the database counts the same.
 * This module also runs in the browser, for the counter beside a text.
 */

/** The default alphabet, without the escape to the extension table. */
export const gsmAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Take two places each. */
export const gsmExtension = '\f^{}\\[~]|€';

const plain = new Set(gsmAlphabet);
const extended = new Set(gsmExtension);

interface Segments {
  encoding: 'GSM-7' | 'UCS-2';
  /** Places that the text takes: a character of the extension table or beyond U+FFFF takes two. */
  places: number;
  parts: number;
  /** Places left before another part begins. */
  left: number;
  /** Characters that force UCS-2, each once, in the order of the text. */
  forcing: string[];
}

/** How many parts a text takes, and why. */
export function segmentsOf(text: string): Segments {
  const characters = [...text];
  const forcing = [...new Set(characters.filter((character) => !plain.has(character) && !extended.has(character)))];
  const isGsm = forcing.length === 0;
  const widths = characters.map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length));
  const places = widths.reduce((sum, width) => sum + width, 0);
  const [alone, room] = isGsm ? [160, 153] : [70, 67];
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  if (places <= alone) return { encoding, places, parts: 1, left: alone - places, forcing };
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    // A character stays in one part.
    if (used + width > room) {
      parts += 1;
      used = 0;
    }
    used += width;
  }
  return { encoding, places, parts, left: room - used, forcing };
}

const replacements: Record<string, string> = {
  '₦': 'NGN ',
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '…': '...',
  '•': '-',
  '×': 'x',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u200b': '',
  '\ufeff': '',
  '\t': ' ',
};

/** Replaces what forces UCS-2 without changing what is said; letters of Yoruba and Hausa stay. */
export const withoutForcing = (text: string): string =>
  text
    // "₦ 500" and "₦500" are "NGN 500".
    .replace(/₦\s*/g, 'NGN ')
    .replace(/[^\n\r -~]/g, (character) => replacements[character] ?? character);

/** Whether `withoutForcing` replaces the character. */
export const isReplaceable = (character: string): boolean => character in replacements;
