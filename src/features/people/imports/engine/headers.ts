import { quote, squeeze } from './clean.ts';
import { maxColumns } from './limits.ts';
import { Unreadable } from './unreadable.ts';

/** The name of a column in a file without headings. */
export const columnName = (at: number) => `Column ${at + 1}`;

/** Whether the headings are such names. */
export const areUnnamed = (headers: string[]) => headers.every((header, at) => header === columnName(at));

/** Gives columns without a heading, and later ones with the same, a name by their place. */
export function named(headers: string[]): string[] {
  const seen = new Set<string>();
  return headers.map((header, at) => {
    const name = header && !seen.has(squeeze(header)) ? header : `${header || 'Column'} ${at + 1}`;
    seen.add(squeeze(name));
    return name;
  });
}

export function checkHeaders(headers: string[], row: number): string[] {
  if (headers.length > maxColumns)
    throw new Unreadable(`The file has more than ${maxColumns} columns. Keep only the columns you need.`);
  const seen = new Map<string, string>();
  headers.forEach((header, at) => {
    if (!header) {
      throw new Unreadable(
        `Column ${at + 1} has no heading in row ${row}. Every column needs a heading in the first row. Add a heading or delete the column.`,
      );
    }
    const same = squeeze(header) || header;
    if (seen.has(same))
      throw new Unreadable(`Two columns have the heading ${quote(header)}. Rename or delete one of them.`);
    seen.set(same, header);
  });
  return headers;
}
