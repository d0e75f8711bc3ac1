import type { Codec } from '#ui/grid/cell-state.ts';
import { entryLabels } from '../assessment.ts';
import { checkEntries } from '../compute/check-entries.ts';
import type { Component, Entry } from '../compute/types.ts';
import { decimals, hundredthsOf } from '../hundredths.ts';

const words: [RegExp, Entry][] = [
  [/^(a|ab|abs|absent)$/i, 'absent'],
  [/^(e|ex|exempt)$/i, 'exempt'],
  [/^(w|wh|withheld)$/i, 'withheld'],
  [/^(i|inc|incomplete)$/i, 'unfinished'],
  [/^(p|pd|pending)$/i, 'pending'],
];

/** An entry as it is typed and shown. */
export const textOf = (entry: Entry | null): string =>
  entry === null ? '' : typeof entry === 'number' ? decimals(entry) : entryLabels[entry];

/** A typed entry; undefined if it is none. */
export function entryFrom(text: string): Entry | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  return words.find(([word]) => word.test(typed))?.[1] ?? hundredthsOf(typed);
}

/** How marks of these components are typed, in cells named `student:component`. */
export function markCodec(components: readonly Component[], step: number): Codec<Entry | null> {
  return {
    write: textOf,
    empty: null,
    hint: 'Enter a mark, or A for absent, E for exempt, W for withheld, I for incomplete, P for pending.',
    read: (text) => entryFrom(text),
    problemOf(value, name) {
      const { component } = placeOf(name);
      return value === null ? undefined : checkEntries({ [component]: value }, components, step)[0]?.message;
    },
  };
}

export const cellName = (studentId: number, component: string) => `${studentId}:${component}`;

export function placeOf(name: string): { studentId: number; component: string } {
  const at = name.indexOf(':');
  return { studentId: Number(name.slice(0, at)), component: name.slice(at + 1) };
}
