export type Question =
  | { kind: 'balance'; number: string }
  | { kind: 'result'; number: string; serial: string; pin: string };

export interface Keyword {
  word: 'stop' | 'start' | 'wrong';
  /** With which the number confirms WRONG. */
  code?: string;
}

const keywords: Record<string, Keyword['word']> = {
  stop: 'stop',
  stopall: 'stop',
  unsubscribe: 'stop',
  cancel: 'stop',
  quit: 'stop',
  end: 'stop',
  start: 'start',
  unstop: 'start',
  subscribe: 'start',
  wrong: 'wrong',
};

/** A word that stands alone: 'STOP', 'Stop.'; or 'WRONG 482913'. */
export function keywordOf(body: string): Keyword | null {
  const text = body
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
    .replace(/\s+/g, '');
  const code = /^wrong(\d{6})$/.exec(text)?.[1];
  if (code) return { word: 'wrong', code };
  const word = Object.hasOwn(keywords, text) ? keywords[text] : undefined;
  return word ? { word } : null;
}

const pinAtEnd = /^(.*?)\s+(\d{4}[\s-]?\d{4}[\s-]?\d{4})$/;

/** A sentence that begins with STOP: perhaps the person wants no more, perhaps they write about a bus. */
export const beginsWithStop = (body: string): boolean =>
  /^\s*(stop|unsubscribe)\b/i.test(body) && keywordOf(body) === null;

/** 'BALANCE' or 'BAL 2026/0014', 'RESULT 2026/0014 pin' or 'RESULT 2026/0014 serial pin'; null for other text. */
export function questionOf(body: string): Question | null {
  const [word = '', ...rest] = body.trim().split(/\s+/);
  // 'BALANCE?' is asked alone.
  const asked = rest.length === 0 ? word.replace(/[.!?]+$/, '') : word;
  if (/^(bal|balance)$/i.test(asked) && rest.length <= 3) return { kind: 'balance', number: rest.join(' ') };
  if (!/^results?$/i.test(asked) || rest.length > 8) return null;
  if (rest.length === 0) return { kind: 'result', number: '', serial: '', pin: '' };
  if (!/^result$/i.test(asked)) return null;
  const [, before, pin] = pinAtEnd.exec(rest.join(' ')) ?? [];
  if (before && pin) {
    const parts = before.split(' ');
    const hasSerial = parts.length > 1 && /^\d{1,12}$/.test(parts.at(-1)!);
    return { kind: 'result', ...(hasSerial ? numberAndSerial(parts) : { number: before, serial: '' }), pin };
  }
  // Something else than a pin: never a part of the number, because it may be a mistyped one.
  return rest.length > 2
    ? { kind: 'result', ...numberAndSerial(rest.slice(0, -1)), pin: rest.at(-1)! }
    : { kind: 'result', number: rest[0]!, serial: '', pin: '' };
}

const numberAndSerial = (parts: string[]) => ({ number: parts.slice(0, -1).join(' '), serial: parts.at(-1)! });
