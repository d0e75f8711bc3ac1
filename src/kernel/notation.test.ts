import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMinor } from '#ui/forms/money-field.tsx';
import { decimal, parseMoney, parseSided } from './money.ts';
import { gatherNotation, noNotation, notationOf, type Notation } from './notation.ts';

/** An amount as six kinds of programs write it. */
const writers: Record<string, (minor: number) => string> = {
  '12,500.50': decimal,
  '12500.50': (minor) => decimal(minor).replaceAll(',', ''),
  "12'500.50": (minor) => decimal(minor).replaceAll(',', '’'),
  '12.500,50': (minor) => decimal(minor).replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')),
  '12500,50': (minor) => decimal(minor).replaceAll(',', '').replace('.', ','),
  '12 500,50': (minor) => decimal(minor).replaceAll(',', '\u202f').replace('.', ','),
};

const inferred = (cells: string[]) => {
  const evidence = noNotation();
  cells.forEach((cell, at) => gatherNotation(evidence, cell, at + 2));
  return notationOf([evidence]);
};

test.for(Object.entries(writers))('amounts written as %s are read back from all cells of a file', ([, write]) => {
  const amounts = fc.array(fc.integer({ min: -1e13, max: 1e13 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(amounts, (minors) => {
      const cells = minors.map(write);
      const { notation } = inferred(cells)!;
      expect(cells.map((cell) => parseSided(cell, 'DR', notation))).toEqual(minors);
    }),
    { numRuns: 300 },
  );
});

test.for([
  [['45000,50', '12,50', '1 234,50', '1.234,50', '25.000'], 'comma', [4500050, 1250, 123450, 123450, 2500000]],
  [['12500,50', '0,75', '1,2,3,4', '25.000'], 'comma', [1250050, 75, null, 2500000]],
  [['12,500.50', '0.75', '25.000', '12,50'], 'point', [1250050, 75, null, null]],
  // Money has no third decimal, so three digits after the only sign are a group.
  [['25.000', '500'], 'comma', [2500000, 50000]],
  [['25,000', '500'], 'point', [2500000, 50000]],
  [['1.234.567', '12'], 'comma', [123456700, 1200]],
  [['0.30000000000000004', '1234.4999999999998'], 'point', [30, 123450]],
  [['(1.234,50)', '500,00 DR', '20,00-', '−7,50'], 'comma', [-123450, -50000, -2000, -750]],
] as [string[], Notation, (number | null)[]][])('%j is read with a decimal %s', ([cells, notation, read]) => {
  expect(inferred(cells)?.notation).toBe(notation);
  expect(cells.map((cell) => parseSided(cell, 'DR', notation))).toEqual(read);
});

test('a file says what it is read by, whether that is a guess, and how many cells contradict it', () => {
  expect(inferred(['Obi', '500', '02.11.2026', '0803 123 4567'])).toBeNull();
  expect(inferred(['45000,50', '12.50', '7,25'])).toEqual({
    notation: 'comma',
    isGuess: false,
    contradicting: 1,
    example: { value: '45000,50', row: 2 },
  });
  expect(inferred(['25.000'])).toMatchObject({ notation: 'comma', isGuess: true });
});

test('in a form a comma stands before exactly three digits, on the server and in the browser alike', () => {
  expect(['45000,50', '0,75', '1,2,3,4', '1234,567', '12,5000'].map((text) => parseMoney(text))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789., '), maxLength: 14 });
  fc.assert(
    // Browsers let a point stand at the end while the kobo is still being typed.
    fc.property(typed, (text) => toMinor(text) === parseMoney(text) || /\.\s*$/.test(text)),
    { numRuns: 5000 },
  );
});
