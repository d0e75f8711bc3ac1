import { z } from 'zod';

/** Typed marks, points and thresholds, as they are written shortest: '12.50' is '12.5'. `hundredthsOf` reads them. */
export function typedHundredths(name: string, { from = 0, to }: { from?: number; to: number }) {
  const words = `${name} must be from ${decimals(from)} to ${decimals(to)}, with up to two decimals.`;
  return z.preprocess(
    (value) => hundredthsOf(value),
    z
      .number({ error: words })
      .min(from, words)
      .max(to, words)
      .transform((value) => decimals(value)),
  );
}

/** Hundredths of a typed number, exactly; undefined for anything else. */
export function hundredthsOf(value: unknown): number | undefined {
  const found = /^\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(String(value ?? ''));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined;
}

/** As a person writes them: 1250 is '12.5'. */
export function decimals(value: number): string {
  const part = String(value % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${Math.trunc(value / 100)}${part && `.${part}`}`;
}

/** Rows of a form by their typed threshold. */
export const highestFirst = <Row extends { from: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => hundredthsOf(b.from)! - hundredthsOf(a.from)!);
