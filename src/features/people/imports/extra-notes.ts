import { countOf } from '#ui/format.ts';
import { quote } from './engine/clean.ts';
import type { FileForm } from './imports.schema.ts';

/** Names the rows of a file that are none of its list. */
export function extraNotes({ extra }: Pick<FileForm, 'extra'>): string[] {
  if (!extra?.count) return [];
  const named = extra.rows.slice(0, 3).map(({ row, text }) => `row ${row} (${quote(text)})`);
  const rest = extra.count - named.length;
  const words = [...named, ...(rest > 0 ? [countOf(rest, 'other')] : [])];
  return [
    `${countOf(extra.count, 'row')} ${extra.count === 1 ? 'is a total or a repeated heading and is' : 'are totals or repeated headings and are'} left out: ${words.join(', ')}.`,
  ];
}
