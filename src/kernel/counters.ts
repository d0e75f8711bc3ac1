import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { counters } from './tables.ts';
import { ValidationError } from './errors.ts';

/**
 * Reserves the next `count` values of a counter and returns the first. Gapless: the row stays locked until the
 * transaction ends, and a rollback returns the values.
 */
export async function take(tx: Tx, institutionId: number, name: string, count = 1): Promise<number> {
  const [row] = await tx
    .insert(counters)
    .values({ institutionId, name, value: count })
    .onConflictDoUpdate({
      target: [counters.institutionId, counters.name],
      set: { value: sql`${counters.value} + ${count}` },
    })
    .returning({ value: counters.value });
  return row!.value - count + 1;
}

export interface NumberParts {
  year: number;
  class?: string;
  program?: string;
}

const part = /\{(year|yy|class|program|seq)(?::([1-9]))?\}/g;

/** Refuses a pattern without {seq} or with unknown parts: numbers made from it would collide. */
export function checkPattern(field: string, pattern: string): void {
  if (!/\{seq(:[1-9])?\}/.test(pattern))
    throw new ValidationError(field, 'Add {seq} or {seq:4} for the sequence number.');
  const unknown = pattern.replace(part, '').match(/[{}]/);
  if (unknown) throw new ValidationError(field, 'Use only {year}, {yy}, {class}, {program} and {seq:4}.');
}

/** `{year}/{class}/{seq:4}` with 2026, JSS 1 and 14 gives `2026/JSS1/0014`. */
export function formatNumber(pattern: string, parts: NumberParts, sequence: number): string {
  const squeeze = (text = '') => text.replace(/\s+/g, '');
  return pattern
    .replace(part, (_, name: string, width?: string) => {
      if (name === 'year') return String(parts.year);
      if (name === 'yy') return String(parts.year % 100).padStart(2, '0');
      if (name === 'seq') return String(sequence).padStart(Number(width ?? 1), '0');
      return squeeze(name === 'class' ? parts.class : parts.program);
    })
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
}

/** Counters restart every year (and for every class) if the pattern contains it. */
export const counterName = (kind: string, pattern: string, parts: NumberParts): string =>
  [
    kind,
    /\{y/.test(pattern) && parts.year,
    pattern.includes('{class}') && parts.class,
    pattern.includes('{program}') && parts.program,
  ]
    .filter(Boolean)
    .join(':');
