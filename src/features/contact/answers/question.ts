export type Question =
  { kind: 'balance'; number: string } | { kind: 'result'; number: string; serial: string; pin: string };

export type Keyword = 'stop' | 'start' | 'wrong';

const keywords: Record<string, Keyword> = {
  ...{ stop: 'stop', stopall: 'stop', unsubscribe: 'stop', cancel: 'stop', quit: 'stop', end: 'stop' },
  ...{ start: 'start', unstop: 'start', subscribe: 'start', wrong: 'wrong' },
};

/** A word that stands alone: 'STOP', 'Stop.' */
export const keywordOf = (body: string): Keyword | null =>
  keywords[
    body
      .trim()
      .toLowerCase()
      .replace(/[.!]+$/, '')
      .replace(/\s+/g, '')
  ] ?? null;

/** 'BAL 2026/0014', or 'RESULT 2026/0014 serial pin'; null for other text. */
export function questionOf(body: string): Question | null {
  const [word = '', ...rest] = body.trim().split(/\s+/);
  if (/^(bal|balance)$/i.test(word) && rest.length > 0 && rest.length <= 3)
    return { kind: 'balance', number: rest.join(' ') };
  if (!/^result$/i.test(word) || rest.length === 0 || rest.length > 8) return null;
  // Also without the serial number: what follows the admission number may be a pin.
  const [serial, pin] = rest.length > 2 ? [rest.at(-2)!, rest.at(-1)!] : ['', ''];
  return { kind: 'result', number: rest.length > 2 ? rest.slice(0, -2).join(' ') : rest[0]!, serial, pin };
}
