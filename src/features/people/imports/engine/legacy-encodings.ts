/** What files were written in before UTF-8, by Windows, old Macs and DOS; each letter is one byte. */
export const legacyEncodings = ['windows-1252', 'macintosh', 'cp850'] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

/** How the same words of a file read in an encoding. */
export interface Reading {
  encoding: LegacyEncoding;
  words: string[];
}

// Node has no decoder for it.
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

const high = Uint8Array.from({ length: 128 }, (_, at) => at + 128);
const tables: Record<LegacyEncoding, string[]> = {
  'windows-1252': [...new TextDecoder('windows-1252').decode(high)],
  macintosh: [...new TextDecoder('macintosh').decode(high)],
  cp850: [...cp850],
};

export function decodeLegacy(bytes: Uint8Array, encoding: LegacyEncoding): string {
  const table = tables[encoding];
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : table[byte - 128]!;
  return text;
}

const mostBytes = 5000;
const mostWords = 4;

/**
 * The likeliest encoding of a file that is not UTF-8, and how some of its words read in each if Windows’ own, which
 * nearly all have, leaves undefined bytes or makes unlikely words of them.
 */
export function legacyEncodingOf(bytes: Buffer): { encoding: LegacyEncoding; readings?: Reading[] } {
  const places: number[] = [];
  for (let at = 0; at < bytes.length && places.length < mostBytes; at += 1) if (bytes[at]! > 127) places.push(at);
  const likely = (encoding: LegacyEncoding) => {
    const worth = places.map((at) => worthOf(bytes, at, tables[encoding]));
    return { encoding, isOdd: worth.some((one) => one < 0), sum: worth.reduce((sum, one) => sum + one, 0) };
  };
  const [windows, ...others] = legacyEncodings.map(likely);
  if (!windows!.isOdd) return { encoding: 'windows-1252' };
  const best = others.reduce((one, other) => (other.sum > one.sum ? other : one), windows!);
  const samples = samplesAt(bytes, places);
  return {
    encoding: best.encoding,
    readings: legacyEncodings.map((encoding) => ({
      encoding,
      words: samples.map((one) => decodeLegacy(one, encoding)),
    })),
  };
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isUpper = (sign: string) => /\p{Lu}/u.test(sign);
const isLower = (sign: string) => /\p{Ll}/u.test(sign);
const rare = /[ŸƒþÞðÐµªºıß]/;
const closing = /[”’…»®™°´•¸]/;

/** Whether a byte of 128 and more makes sense between its neighbours: above zero as a letter, below as a stray sign. */
function worthOf(bytes: Buffer, at: number, table: string[]): number {
  const signAt = (place: number) => {
    const byte = bytes[place];
    return byte === undefined ? ' ' : byte < 128 ? String.fromCharCode(byte) : table[byte - 128]!;
  };
  const [before, sign, after] = [signAt(at - 1), signAt(at), signAt(at + 1)];
  if (sign >= '\u0080' && sign < '\u00A0') return -3;
  if (isLetter(sign)) {
    if (isUpper(sign) && isLower(before)) return -2;
    if (isLower(sign) && isUpper(before) && isUpper(after)) return -1;
    return rare.test(sign) ? -1 : 1;
  }
  if (!isLetter(before)) return 0;
  if (!isLetter(after)) return closing.test(sign) || sign === '\u00A0' ? 0 : -1;
  if (/[’‘´]/.test(sign)) return 0;
  // Ade–Ojo is one name, mu–oz none.
  return /[–—\u00A0]/.test(sign) && isUpper(after) ? 0 : -2;
}

const ends = new Set([...',;|"\t\r\n'].map((sign) => sign.charCodeAt(0)));
const mostLetters = 40;

/** The cells around some of these bytes, each once. */
function samplesAt(bytes: Buffer, places: number[]): Buffer[] {
  const found = new Map<string, Buffer>();
  for (const place of places) {
    let [from, to] = [place, place];
    while (from > 0 && place - from < mostLetters && !ends.has(bytes[from - 1]!)) from -= 1;
    while (to < bytes.length && to - place < mostLetters && !ends.has(bytes[to]!)) to += 1;
    const cell = bytes.subarray(from, to);
    found.set(cell.toString('latin1'), cell);
    if (found.size === mostWords) break;
  }
  return [...found.values()];
}
