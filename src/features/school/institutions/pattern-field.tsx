import { useState } from 'react';
import { todayHere } from '#ui/fields/dates/notation.ts';
import { TextField } from '#ui/forms/fields.tsx';

interface PatternFieldProps {
  name: 'admissionNumberPattern' | 'employeeNumberPattern';
  label: string;
  defaultValue: string;
  timeZone: string;
}

/** A number pattern with live examples. */
export function PatternField({ name, label, defaultValue, timeZone }: PatternFieldProps) {
  const [pattern, setPattern] = useState(defaultValue);
  const [year] = useState(() => Number(todayHere(timeZone).slice(0, 4)));
  const example = patternExample(pattern, year);
  return (
    <TextField
      name={name}
      label={label}
      defaultValue={defaultValue}
      maxLength={60}
      spellCheck={false}
      onChange={(event) => setPattern(event.target.value)}
      help={
        <span aria-live="polite">
          {'refusal' in example ? (
            example.refusal
          ) : (
            <>
              Example: <b>{example.numbers.join(', ')}</b>.{' '}
              {name === 'admissionNumberPattern'
                ? 'You can use {year}, {yy}, {class}, {program} and {seq:4}.'
                : 'You can use {year}, {yy} and {seq:4}. The year is the year of employment.'}
            </>
          )}
        </span>
      }
    />
  );
}

/* The browser's version of number patterns in kernel/counters.ts, which needs the database.
 * pattern-example.test.ts compares the two.
 */
const part = /\{(year|yy|class|program|seq)(?::([1-9]))?\}/g;

/** The first numbers of a pattern, or why it is invalid. */
export function patternExample(pattern: string, year: number): { numbers: string[] } | { refusal: string } {
  if (!/\{seq(:[1-9])?\}/.test(pattern)) return { refusal: 'Add {seq} or {seq:4} for the sequence number.' };
  if (/[{}]/.test(pattern.replace(part, '')))
    return { refusal: 'Use only {year}, {yy}, {class}, {program} and {seq:4}.' };
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
