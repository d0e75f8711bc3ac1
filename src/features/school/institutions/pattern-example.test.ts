import { expect, test } from 'vitest';
import { checkPattern, formatNumber } from '#kernel/counters.ts';
import { patternExample } from './institution-form.page.tsx';

test.each(['{year}/{seq:4}', 'ZVC/{yy}/{seq:4}', '{class}-{program}-{seq}', '/{year}//{seq:2}/', 'A{seq:9}'])(
  'the example of %s is what the counter makes',
  (pattern) => {
    const numbers = [1, 2].map((sequence) =>
      formatNumber(pattern, { year: 2026, class: 'JSS 1', program: 'JSS' }, sequence),
    );
    expect(patternExample(pattern, 2026)).toEqual({ numbers });
  },
);

test.each(['{year}', '{seq}{month}', '{seq', '{seq:0}', 'plain'])(
  '%s is refused with the words that saving it gives',
  (pattern) => {
    let words = '';
    try {
      checkPattern('pattern', pattern);
    } catch (error) {
      words = (error as Error).message;
    }
    expect(words).not.toBe('');
    expect(patternExample(pattern, 2026)).toEqual({ refusal: words });
  },
);
