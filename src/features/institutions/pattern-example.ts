/*
 * The browser's copy of what kernel/counters.ts does with a pattern, for the example beside the field; the kernel's
 * own module reaches the database. pattern-example.test.ts holds the two together.
 */
const part = /\{(year|yy|class|program|seq)(?::([1-9]))?\}/g;

/** The first numbers that a pattern makes, or why it makes none. */
export function patternExample(pattern: string, year: number): { numbers: string[] } | { refusal: string } {
  if (!/\{seq(:[1-9])?\}/.test(pattern)) return { refusal: 'The pattern needs {seq} or {seq:4}, the running number.' };
  if (/[{}]/.test(pattern.replace(part, '')))
    return { refusal: 'Use only {year}, {yy}, {class}, {program} and {seq:4} in the pattern.' };
  return { numbers: [1, 2].map((sequence) => format(pattern, year, sequence)) };
}

const format = (pattern: string, year: number, sequence: number) =>
  pattern
    .replace(part, (_, name: string, width?: string) => {
      const values: Record<string, string> = {
        year: String(year),
        yy: String(year % 100).padStart(2, '0'),
        class: 'JSS1',
        program: 'JSS',
      };
      return name === 'seq' ? String(sequence).padStart(Number(width ?? 1), '0') : values[name]!;
    })
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
