import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { takeTurns } from '#kernel/export/turns.ts';
import { searchable } from '#kernel/searchable.ts';
import type { Erasure } from '#kernel/personal-data/erasure.ts';
import type { Corrections } from '../engine/corrections.ts';
import type { Format } from '../engine/table.ts';
import { Unreadable } from '../engine/unreadable.ts';
import { openFile } from '../reader/read-table.ts';
import type { SourceRow } from '../engine/extra-rows.ts';

type IsNamed = (cells: string[]) => boolean;

/** Tells whether cells name the person: with both names, a telephone number, an address or the number. */
export function nameFinder(
  { bearers, contacts, numbers }: Pick<Erasure, 'bearers' | 'contacts' | 'numbers'>,
  isSameKind: boolean,
): IsNamed {
  const wanted = bearers
    .map(({ surname, firstName }) => inWords(`${surname} ${firstName}`).trim().split(' '))
    .filter(([first]) => first);
  const addresses = contacts.filter((contact) => contact.includes('@'));
  const exact = new Set([...(isSameKind ? numbers : []), ...addresses].map((text) => text.toLowerCase()));
  const phones = new Set(contacts.filter((contact) => !contact.includes('@')).map(lastDigits));
  return (cells) => {
    const text = inWords(cells.join(' '));
    return (
      wanted.some((words) => words.every((word) => text.includes(` ${word} `))) ||
      cells.some(
        (cell) =>
          exact.has(cell.trim().toLowerCase()) || cell.split(/[;,/]/).some((part) => phones.has(lastDigits(part))),
      )
    );
  };
}

const inWords = (text: string) => ` ${searchable(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
const lastDigits = (text: string) => text.replace(/\D/g, '').slice(-9);

// Not the turns of imports: an erasure locks the rows of the institution's imports, for which a running import may wait.
const inTurn = takeTurns(1);
const rowsATime = 500;

/** Whether a row, also as it was corrected, or the headings above it, names the person. */
export const holds = (
  path: string,
  format: Format,
  isNamed: IsNamed,
  corrected: Corrections['cells'] = {},
): Promise<boolean> =>
  inTurn(AbortSignal.timeout(120_000), async () => {
    if (await access(path).catch(() => true)) return false;
    try {
      const { headers, pieces, close } = await openFile(path, format, rowsATime, AbortSignal.timeout(120_000));
      if (isNamed(headers)) {
        close();
        return true;
      }
      for await (const piece of pieces)
        if (piece.some((row) => isNamed(row.cells) || isNamed(withCorrections(row, corrected)))) return true;
      return false;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      // Nobody can say that the person is not in a workbook that cannot be read.
      return format.kind === 'xlsx' || isInText(path, isNamed);
    }
  });

const withCorrections = ({ number, cells }: SourceRow, corrected: NonNullable<Corrections['cells']>): string[] => {
  const ofRow = corrected[number];
  return ofRow ? cells.map((cell, at) => ofRow[at] ?? cell) : [];
};

/** A text that is no longer readable as a table, a little at a time. */
async function isInText(path: string, isNamed: IsNamed): Promise<boolean> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 64 * 1024 })) {
    const text = rest + (chunk as string);
    if (isNamed(text.split(/[\r\n,;\t|]+/)) || isNamed([text])) return true;
    rest = text.slice(-1000);
  }
  return false;
}
