import { z } from 'zod';

/** Typed marks, points and thresholds, as they are written shortest: '12.50' is '12.5'. `hundredthsOf` reads them. */
export function typedHundredths(
  name: string,
  { from = 0, to, places = 2 }: { from?: number; to: number; places?: 2 | 3 },
) {
  const words = `${name} must be from ${decimals(from)} to ${decimals(to)}, with up to ${places === 2 ? 'two' : 'three'} decimals.`;
  return z.preprocess(
    (value) => hundredthsOf(value, places),
    z
      .number({ error: words })
      .min(from, words)
      .max(to, words)
      .transform((value) => decimals(value)),
  );
}

/** Hundredths of a typed number, exactly, with a decimal where there may be three places; undefined for anything else. */
export function hundredthsOf(value: unknown, places: 2 | 3 = 2): number | undefined {
  const found = /^\s*(\d{1,9})(?:[.,](\d{1,3}))?\s*$/.exec(String(value ?? ''));
  if (!found || (found[2] ?? '').length > places) return undefined;
  return (Number(found[1]) * 1000 + Number((found[2] ?? '').padEnd(3, '0'))) / 10;
}

/** As a person writes them: 1250 is '12.5', 333.3 is '3.333'. */
export function decimals(value: number): string {
  const thousandths = Math.round(value * 10);
  const part = String(thousandths % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${Math.trunc(thousandths / 1000)}${part && `.${part}`}`;
}

/** Rows of a form by their typed threshold. */
export const highestFirst = <Row extends { from: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => hundredthsOf(b.from)! - hundredthsOf(a.from)!);
